import { useEffect, useState, type ReactNode } from 'react'

/**
 * Renders its children once some time has passed, so that the first screen comes first. A `lazy` that waited instead
 * would suspend, and the router's first redirect would wait for it.
 */
export function AfterDelay({
  ms,
  before,
  children,
}: {
  ms: number
  /** Shown until then. */
  before?: ReactNode
  children: ReactNode
}) {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return ready ? children : before
}
