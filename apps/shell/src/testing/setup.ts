import '@testing-library/jest-dom/vitest'
import { polyfillDialog } from '@helpdesk/ui/test-dialog'
import { freshPageAfterFile } from '@helpdesk/ui/test-fresh-page'
import { configureQueries } from '@helpdesk/ui/test-queries'
import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

afterEach(async () => {
  cleanup()
  // On a busy machine, code that the test began to load would send its requests in the next test.
  await vi.dynamicImportSettled()
  vi.unstubAllGlobals()
})

// the first lazy chunk of a test run is transformed on demand
configureQueries(10_000)

polyfillDialog()

// jsdom does not scroll
window.scrollTo = () => undefined

freshPageAfterFile()
