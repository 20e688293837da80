import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

afterEach(() => {
  if (typeof document !== 'undefined') cleanup()
  vi.unstubAllGlobals()
})
