import { join } from 'node:path'
import { loadConfigFromFile } from 'vite'
import { defineConfig, mergeConfig } from 'vitest/config'

const env = { command: 'serve', mode: 'test' } as const
const own = await loadConfigFromFile(env, join(process.cwd(), 'vitest.config.ts'))

/** The package's own configuration without the tests that start a backend, and without its report. */
export default mergeConfig(
  defineConfig({ ...own?.config, test: { ...own?.config.test, projects: undefined, reporters: [] } }),
  defineConfig({ test: { exclude: ['**/*stack.test.ts', '**/node_modules/**'] } }),
)
