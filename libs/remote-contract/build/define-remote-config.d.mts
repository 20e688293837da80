import type { RemoteManifest } from '../src/registry.ts'

/** What a remote declares by hand in its `remote.config.ts`; the build computes the rest of its manifest. */
export interface RemoteConfig extends Pick<RemoteManifest, 'mounts' | 'menus' | 'home'> {
  /** Routes on which people begin: the module of the screen, and its first reads. */
  screens: Record<string, { module: string; reads?: string[] }>
}
export declare function defineRemoteConfig(config: RemoteConfig): RemoteConfig
