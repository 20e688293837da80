import { join } from 'node:path'
import process from 'node:process'
import { loadConfigFromFile } from 'vite'
import { defineConfig, mergeConfig } from 'vitest/config'

const env = { command: 'serve', mode: 'test' } as const
const own = await loadConfigFromFile(env, join(process.cwd(), 'vitest.config.ts'))
const isQuick = process.env.MUTANT_TESTS === 'quick'

/** The package's own configuration without the tests that start a backend, and without its report. */
export default mergeConfig(
  defineConfig({
    ...own?.config,
    test: {
      ...own?.config.test,
      projects: undefined,
      reporters: [],
      // The quick tests render nothing and need no setup of components.
      ...(isQuick ? { setupFiles: [], include: ['src/**/*.test.ts'] } : {}),
    },
  }),
  defineConfig({ test: { exclude: ['**/*stack.test.ts', '**/node_modules/**'] } }),
)
