import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const systemBrowser = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
].find((path) => path !== undefined && existsSync(path))

export default defineConfig({
  projects: [
    { name: 'journeys', testDir: 'journeys' },
    { name: 'dev', testDir: 'dev' },
  ],
  globalSetup: './support/start-portals.ts',
  fullyParallel: true,
  workers: 2,
  // A flaky journey has failed.
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/playwright.json' }]],
  outputDir: 'test-results/artifacts',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    // The worker of the offline page would load pages itself, past the routes of a journey.
    serviceWorkers: 'block',
    // A trace costs a third of a journey's time: request one with --trace on.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: systemBrowser,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--js-flags=--no-opt --no-maglev',
      ],
    },
  },
})
