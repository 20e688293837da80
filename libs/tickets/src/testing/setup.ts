import '@testing-library/jest-dom/vitest'
import { freshPageAfterFile } from '@helpdesk/ui/test-fresh-page'
import { configureQueries } from '@helpdesk/ui/test-queries'
import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Generous, so that tests do not fail on a busy machine.
configureQueries(15_000)

afterEach(async () => {
  if (typeof document !== 'undefined') cleanup()
  // On a busy machine, code that the test began to load would send its requests in the next test.
  await vi.dynamicImportSettled()
  vi.unstubAllGlobals()
})
freshPageAfterFile()
