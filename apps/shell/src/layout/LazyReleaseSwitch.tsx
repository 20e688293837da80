import { lazy, Suspense, useEffect, useState } from 'react'

/** The first screen comes first. */
const DELAY_MS = 5_000

const Switch = lazy(() =>
  import('./ReleaseSwitch').then(
    ({ ReleaseSwitch }) => ({ default: ReleaseSwitch }),
    // the chunk is gone after a release of the shell; the page works without it
    () => ({ default: () => null }),
  ),
)

/** {@link ReleaseSwitch} in a separate chunk. */
export function LazyReleaseSwitch() {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    ready && (
      <Suspense fallback={null}>
        <Switch />
      </Suspense>
    )
  )
}
