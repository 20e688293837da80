import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react'

/**
 * A screen whose code comes later, and what fetches it ahead. Once it is there it is rendered straight away: React's own `lazy` would show
 * the fallback even then, and keep it for 300 ms.
 */
export function deferred<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode,
) {
  let Loaded: ComponentType<Props> | undefined
  const preload = async () => (Loaded ??= await load())
  const Lazy = lazy<ComponentType<Props>>(async () => ({ default: await preload() }))
  const Screen = (props: Props) => {
    // Decided once: changing over later would mount the screen anew and lose what was typed.
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

/** Turns a `preload` into one that never fails: a failed fetch is met again, with its error, where the screen is. */
export const quietly = (load: () => Promise<unknown>) => (): Promise<void> =>
  load().then(
    () => undefined,
    () => undefined,
  )
