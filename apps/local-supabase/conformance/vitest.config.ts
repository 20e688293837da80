import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** `npm run conformance`: what any project can be asked, and nothing that looks behind it. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    include: ['api/**/*.test.ts'],
    // One after the other: a project counts the sign-ins of an address.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
