import { lazy, Suspense } from 'react'

const Help = lazy(() =>
  import('./SupportHelp').then(
    ({ SupportHelp }) => ({ default: SupportHelp }),
    // on error screens a missing chunk must not add another error
    () => ({ default: () => null }),
  ),
)

/** {@link SupportHelp} in a separate chunk, which sign-in pages load after an error. */
export const LazySupportHelp = () => (
  <Suspense fallback={null}>
    <Help />
  </Suspense>
)
