import '@testing-library/jest-dom/vitest'
import { addErrorTexts } from '@helpdesk/ui/components/error-text'
import { cleanUpAfterTest, freshPageAfterFile } from '@helpdesk/ui/test-fresh-page'
import { configureQueries } from '@helpdesk/ui/test-queries'
import { leaveOutStyles } from '@helpdesk/ui/test-styles'
import { errorTexts } from '../model/error-texts'

// Generous, so that tests do not fail on a busy machine.
configureQueries(15_000)
// As each remote does when it starts.
addErrorTexts(errorTexts)

cleanUpAfterTest()
leaveOutStyles()
freshPageAfterFile()
