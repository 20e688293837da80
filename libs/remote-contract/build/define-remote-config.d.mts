import type { RemoteManifest } from '../src/registry.ts'

/** What a remote declares by hand in its `remote.config.ts`; the build computes the rest of its manifest. */
export interface RemoteConfig extends Pick<RemoteManifest, 'mounts' | 'menus'> {
  /**
   * Routes on which people begin, with `:name` and `<int:name>` segments; the first match counts: module and first reads of
   * the screen, and a module that draws the first read's answer before the screen has loaded (`src/preview.ts`).
   */
  screens: Record<string, { module: string; reads?: string[]; preview?: string }>
}
export declare function defineRemoteConfig(config: RemoteConfig): RemoteConfig
