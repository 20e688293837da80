import { defineConfig } from 'vitest/config'
import own from '../vitest.config'

/** The database's tests on a backend that runs already. */
export default defineConfig({
  ...own,
  root: new URL('..', import.meta.url).pathname,
  test: { ...own.test, globalSetup: ['./mutants/place.ts'], reporters: ['json'], maxWorkers: 1 },
})
