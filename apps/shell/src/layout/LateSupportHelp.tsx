import { lazy, Suspense } from 'react'

const Help = lazy(() =>
  import('./SupportHelp').then(
    ({ SupportHelp }) => ({ default: SupportHelp }),
    // It stands on screens for trouble: it shall not make more.
    () => ({ default: () => null }),
  ),
)

/** {@link SupportHelp} for the sign-in pages, which do not carry it until something went wrong. */
export const LateSupportHelp = () => (
  <Suspense fallback={null}>
    <Help />
  </Suspense>
)
