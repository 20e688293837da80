import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts', 'functions/**/*.test.ts'],
    reporters: ['default', 'json'],
    outputFile: 'test-results/vitest.json',
    globalSetup: ['./tests/support/global-setup.ts'],
    setupFiles: [
      './tests/support/rename-earlier-staff.ts',
      './tests/support/forget-earlier-work.ts',
      './tests/support/restore-mocks.ts',
    ],
    // Files share a worker, because loading packages takes longer than most files' tests.
    isolate: false,
    // Each worker has a backend of its own, which serves its files in turn; each file creates its own people.
    maxWorkers: 2,
    testTimeout: 120_000,
    hookTimeout: 240_000,
  },
})
