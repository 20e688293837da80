import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts', 'functions/**/*.test.ts'],
    reporters: ['default', 'json'],
    outputFile: 'test-results/vitest.json',
    globalSetup: ['./tests/support/global-setup.ts'],
    setupFiles: ['./tests/support/rename-earlier-staff.ts'],
    // One backend serves every file; each file makes its own people.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
})
