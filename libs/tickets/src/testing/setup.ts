import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// A busy machine is no failure.
configure({ asyncUtilTimeout: 15_000 })

afterEach(() => {
  if (typeof document !== 'undefined') cleanup()
  vi.unstubAllGlobals()
})
