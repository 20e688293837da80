import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import { polyfillDialog } from './test-dialog'
import { freshPageAfterFile } from './test-fresh-page'
import { configureQueries } from './test-queries'
import { leaveOutStyles } from './test-styles'

// The first load of a lazy part takes longer than a second on a busy machine.
configureQueries(10_000)
polyfillDialog()

afterEach(cleanup)
leaveOutStyles()
freshPageAfterFile()
