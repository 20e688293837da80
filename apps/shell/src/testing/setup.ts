import '@testing-library/jest-dom/vitest'
import { polyfillDialog } from '@helpdesk/ui/test-dialog'
import { freshPageAfterFile } from '@helpdesk/ui/test-fresh-page'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// the first lazy chunk of a test run is transformed on demand
configure({ asyncUtilTimeout: 10_000 })

polyfillDialog()

// jsdom does not scroll
window.scrollTo = () => undefined

freshPageAfterFile()
