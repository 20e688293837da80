import '@testing-library/jest-dom/vitest'
import { freshPageAfterFile } from '@helpdesk/ui/test-fresh-page'
import { configureQueries } from '@helpdesk/ui/test-queries'
import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Generous, so that tests do not fail on a busy machine.
configureQueries(15_000)

afterEach(() => {
  if (typeof document !== 'undefined') cleanup()
  vi.unstubAllGlobals()
})
freshPageAfterFile()
