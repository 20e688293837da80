import { useDeferredValue, type ReactNode } from 'react'

/** Renders its children in a second step, right after what surrounds them is on the screen. */
export const AfterPaint = ({ children }: { children: ReactNode }) =>
  useDeferredValue(true, false) ? children : null
