import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { exitWithError, nodeBin, run, step } from './lib.mjs'

const system = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

function isInstalled() {
  if (process.env.CHROMIUM_PATH || system.some(existsSync)) return true
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), '.cache/ms-playwright')
  return existsSync(cache) && readdirSync(cache).some((name) => name.startsWith('chromium'))
}

/** Ensures a Chromium for the tests: an installed one, else Playwright's, else Debian's package. */
export async function ensureBrowser() {
  if (isInstalled()) return
  await step('Installing a browser for the tests', async () => {
    const download = await run(process.execPath, [nodeBin('playwright'), 'install', 'chromium'], {
      timeout: 120_000,
    })
    if (download.code === 0 || process.platform !== 'linux') return
    await run('apt-get', ['update', '-qq'])
    await run('apt-get', ['install', '-y', '-qq', 'chromium'], {
      extraEnv: { DEBIAN_FRONTEND: 'noninteractive' },
    })
  })
  if (!isInstalled())
    exitWithError(
      'No Chromium could be installed.',
      'Install Chromium, or set CHROMIUM_PATH, then run npm test again.',
    )
}
