import { lazy, Suspense, useEffect, useState } from 'react'

/** The first screen comes first. */
const DELAY_MS = 4_000

const Reporter = lazy(() =>
  import('./HealthReporter').then(
    ({ HealthReporter }) => ({ default: HealthReporter }),
    // the chunk is gone after a release of the shell; the page works without it
    () => ({ default: () => null }),
  ),
)

/** {@link HealthReporter} in a separate chunk, loaded after the first paint. */
export function LazyHealthReporter() {
  const [ready, setReady] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setReady(true), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    ready && (
      <Suspense fallback={null}>
        <Reporter />
      </Suspense>
    )
  )
}
