import '@testing-library/jest-dom/vitest'
import { freshPageAfterFile } from '@helpdesk/ui/test-fresh-page'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// Generous, so that tests do not fail on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

afterEach(() => {
  if (typeof document !== 'undefined') cleanup()
  vi.unstubAllGlobals()
})
freshPageAfterFile()
