import '@testing-library/jest-dom/vitest'
import { cleanUpAfterTest, freshPageAfterFile } from '@helpdesk/ui/test-fresh-page'
import { configureQueries } from '@helpdesk/ui/test-queries'
import { leaveOutStyles } from '@helpdesk/ui/test-styles'

// Generous, so that tests do not fail on a busy machine.
configureQueries(15_000)

cleanUpAfterTest()
leaveOutStyles()
freshPageAfterFile()
