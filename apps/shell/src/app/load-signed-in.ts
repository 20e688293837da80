import { use } from 'react'

type SignedIn = typeof import('./signed-in')

let loading: Promise<SignedIn> | null = null
let startedAt: number | undefined

/** When the load that is under way began, as `performance.now()`. */
export const signedInLoadStart = (): number | undefined => startedAt

/** Loads the code of the signed-in screens once; a failure is not kept. */
export function loadSignedIn(): Promise<SignedIn> {
  if (loading) return loading
  startedAt = performance.now()
  const promise = import('./signed-in').then(
    (module) => {
      // how React knows without suspending that a promise is settled
      void Object.assign(promise, { status: 'fulfilled', value: module })
      startedAt = undefined
      return module
    },
    (error: unknown) => {
      loading = null
      startedAt = undefined
      throw error
    },
  )
  return (loading = promise)
}

/**
 * The code of the signed-in screens. Suspends only while it is loading: a component that `React.lazy` suspends is
 * rendered again in slices, which costs half a second on a slow phone.
 */
export const useSignedIn = (): SignedIn => use(loadSignedIn())
