import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'conformance/**/*.test.ts',
      'bin/**/*.test.ts',
      'bench/**/*.test.ts',
      'fixtures/**/*.test.ts',
    ],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    reporters: ['default', 'json'],
    outputFile: 'test-results/vitest.json',
  },
})
