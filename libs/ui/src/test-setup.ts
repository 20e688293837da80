import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'
import { standInForDialogs } from './test-dialog'

standInForDialogs()

afterEach(cleanup)
