import { defineConfig } from 'vitest/config'

const stackTests = 'src/stack.test.ts'

export default defineConfig({
  test: {
    reporters: ['default', 'json'],
    outputFile: 'test-results/vitest.json',
    projects: [
      {
        test: {
          name: 'unit',
          testTimeout: 20_000,
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [stackTests],
        },
      },
      {
        test: {
          name: 'stack',
          include: [stackTests],
          environment: './src/testing/jsdom-on-node.ts',
        },
      },
    ],
  },
})
