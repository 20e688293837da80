import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** `npm run conformance`: the tests that need only a URL and its keys. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['api/**/*.test.ts'],
    // One after the other, because a project limits sign-ins per address.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
