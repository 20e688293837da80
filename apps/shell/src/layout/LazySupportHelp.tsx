import { lazy, Suspense } from 'react'

const Help = lazy(() =>
  import('./SupportHelp').then(
    ({ SupportHelp }) => ({ default: SupportHelp }),
    // shown on error screens: its own failure must not show
    () => ({ default: () => null }),
  ),
)

/** {@link SupportHelp} for the sign-in pages, which do not carry it until something went wrong. */
export const LazySupportHelp = () => (
  <Suspense fallback={null}>
    <Help />
  </Suspense>
)
