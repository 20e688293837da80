import '@testing-library/jest-dom/vitest'
import { polyfillDialog } from '@helpdesk/ui/test-dialog'
import { cleanUpAfterTest, freshPageAfterFile } from '@helpdesk/ui/test-fresh-page'
import { configureQueries } from '@helpdesk/ui/test-queries'
import { leaveOutStyles } from '@helpdesk/ui/test-styles'

cleanUpAfterTest()

// the first lazy chunk of a test run is transformed on demand
configureQueries(10_000)

polyfillDialog()

// jsdom does not scroll
window.scrollTo = () => undefined

leaveOutStyles()
freshPageAfterFile()
