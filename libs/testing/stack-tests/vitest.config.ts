import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { remoteNames } from '@helpdesk/remote-contract/build'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/**
 * Tests of libraries and remotes against the real stack. They are a separate project, because a migration invalidates
 * these tests, but no build of an app.
 */
export default defineConfig({
  test: {
    projects: [
      ...['libs/tickets', 'libs/staff', ...remoteNames().map((name) => `apps/${name}`)].map((folder) => ({
        extends: `${root}${folder}/vitest.config.ts`,
        root: `${root}${folder}`,
        // The others are tests of the project itself.
        test: { name: `@helpdesk/${basename(folder)}`, exclude: ['**/!(*.stack).test.{ts,tsx}'] },
      })),
      {
        root: `${root}libs/auth`,
        test: {
          name: '@helpdesk/auth',
          include: ['src/stack.test.ts', 'src/**/*.stack.test.ts'],
          environment: './src/testing/jsdom-on-node.ts',
        },
      },
    ],
    reporters: ['default', 'json'],
    outputFile: 'test-results/vitest.json',
  },
})
