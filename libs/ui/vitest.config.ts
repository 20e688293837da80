import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Files share a worker; the setup gives each a fresh page.
    isolate: false,
    environment: 'jsdom',
    testTimeout: 20_000,
    setupFiles: ['src/test-setup.ts'],
    reporters: ['default', 'json'],
    outputFile: 'test-results/vitest.json',
  },
})
