import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const libs = fileURLToPath(new URL('../..', import.meta.url))

/**
 * The libraries' tests against the real stack, as a project of their own: a migration changes what they prove, but no
 * library, and so no app has to be built again.
 */
export default defineConfig({
  test: {
    projects: [
      `${libs}admin`,
      `${libs}tickets`,
      {
        root: `${libs}auth`,
        test: {
          name: '@helpdesk/auth',
          include: ['src/stack.test.ts'],
          environment: './src/testing/jsdom-on-node.ts',
        },
      },
    ],
    reporters: ['default', 'json'],
    outputFile: 'test-results/vitest.json',
  },
})
