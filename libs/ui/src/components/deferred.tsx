import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'

/**
 * A lazily loaded screen with a `preload` function. A preloaded screen renders at once, whereas React's `lazy` would show
 * the fallback for 300 ms.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode,
) {
  let Loaded: ComponentType<Props> | undefined
  const preload = async () => (Loaded ??= await load())
  const Lazy = lazy<ComponentType<Props>>(async () => ({ default: await preload() }))
  const Screen = (props: Props) => {
    // decided once: a later switch would remount the screen and lose its input
    const [Direct] = useState(() => Loaded)
    return Direct ? (
      <Direct {...props} />
    ) : (
      <Suspense fallback={fallback}>
        <Lazy {...props} />
      </Suspense>
    )
  }
  return { Screen, preload }
}

/** Turns a `preload` into one that never rejects: rendering the screen repeats a failed request and shows its error. */
export const quietly = (load: () => Promise<unknown>) => (): Promise<void> =>
  load().then(
    () => undefined,
    () => undefined,
  )
