import type { RemoteManifest } from '../src/registry.ts'

/** A value of an argument, or `{user}` or `{name}` of a segment of the path, anywhere in its texts. */
type OrPlace<Value> = Value | `{${string}}`

/** A read of the data API by its function and arguments, as the screen sends them: in the same order. */
export type RemoteRead<Functions> = {
  [Name in keyof Functions & string]: {
    rpc: Name
    args?: Functions[Name] extends { Args: infer Args } ? { [Key in keyof Args]: OrPlace<Args[Key]> } : never
  }
}[keyof Functions & string]

/**
 * What a remote declares by hand in its `remote.config.ts`; the build computes the rest of its manifest. `Functions` are
 * those of the database's types.
 */
export interface RemoteConfig<Functions = Record<string, { Args: Record<string, unknown> }>> extends Pick<
  RemoteManifest,
  'mounts' | 'menus'
> {
  /**
   * Routes on which people begin, with `:name` and `<int:name>` segments; the first match counts: module and first reads
   * of the screen. A `preview` shows the rows of the first read before the screen has loaded. The build renders it: from
   * the component, an export of the module, and a module with sample rows and formats (`src/preview/derive.ts`).
   */
  screens: Record<
    string,
    { module: string; reads?: RemoteRead<Functions>[]; preview?: { component: string; rows: string } }
  >
}
export declare function defineRemoteConfig<Functions>(config: RemoteConfig<Functions>): RemoteConfig
