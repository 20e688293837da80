import { lazy, Suspense, type ComponentType } from 'react'

const Nothing: ComponentType = () => null

/**
 * A part that the page works without, in a chunk of its own. It shows nothing while its chunk loads, or when the chunk
 * is gone after a release.
 * @param load - called with the first render
 */
export function optionalPart(load: () => Promise<ComponentType>): ComponentType {
  // its failure must not add an error to the page
  const Part = lazy(async () => ({ default: await load().catch(() => Nothing) }))
  return () => (
    <Suspense fallback={null}>
      <Part />
    </Suspense>
  )
}
