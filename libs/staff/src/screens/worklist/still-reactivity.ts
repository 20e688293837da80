import type { TableFeatures } from '@tanstack/table-core'

type Reactivity = NonNullable<TableFeatures['coreReactivityFeature']>

const never = () => undefined

/**
 * What TanStack Table needs of a store, for a table that has no state of its own: rows come from the query cache,
 * filters and order from the address. React's adapter brings a store that weighs half as much as the table itself.
 */
export const still: Reactivity = {
  createOptionsStore: false,
  wrapExternalAtoms: false,
  addSubscription: never,
  createReadonlyAtom: (get) => ({ get, subscribe: () => ({ unsubscribe: never }) }),
  createWritableAtom: () => {
    throw new Error('This table has no state of its own')
  },
  untrack: (read) => read(),
  batch: (run) => run(),
  schedule: queueMicrotask,
}
