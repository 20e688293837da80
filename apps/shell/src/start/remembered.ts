/** Key in `localStorage`. */
export const REMEMBERED_KEY = 'helpdesk-start'

/** A file of a remote, with its integrity. */
type File = readonly [address: string, integrity: string]

/** What the head script needs of the last accepted registry, for one user. A wrong hint costs a request, no more. */
export interface Remembered {
  userId: string
  role: string
  /** Of worklists; absent when comfortable. */
  density?: 'compact'
  /** Lists with columns of their own, which previews do not have; the last segments of their paths. */
  ownColumns?: readonly string[]
  supabase: { url: string; publishableKey: string }
  /** The start page of the role. */
  home: string
  remotes: {
    mounts: readonly string[]
    start: readonly File[]
    /** `path` may contain `:name` segments and numeric `<int:name>` ones; `reads` are paths of the data API with `{user}` and `{name}`. */
    routes: readonly {
      path: string
      files: readonly File[]
      reads: readonly string[]
      /** Draws the first read's answer. */
      preview?: File
    }[]
  }[]
}
