import type { BuildOptions, Plugin, ServerOptions, UserConfig, UserConfigFnObject } from 'vite'
import type { RemoteConfig } from './define-remote-config.mjs'

export declare const SHARED: readonly [
  'react',
  'react/jsx-runtime',
  'jotai',
  '@helpdesk/ui',
  '@helpdesk/ui/router',
  '@helpdesk/auth',
  '@helpdesk/ui/query',
  '@helpdesk/supabase',
]
export type SharedName = (typeof SHARED)[number]

export declare function remoteConfig(root: string, config: RemoteConfig): UserConfigFnObject

/** The files that a module of a bundle needs, by the import graph. */
export declare function chunkGraph(
  bundle: Record<string, { type: string; fileName: string }>,
  dynamicImportsOf: (id: string) => readonly string[],
): {
  modules: Set<string>
  startFiles: (entry: string) => string[]
  filesOf: (module: string, start: readonly string[]) => string[]
}

/** Bundles a module of an app with all its imports into one classic script, for the page's head. */
export declare function classicScript(
  folder: string,
  module: string,
  options: Pick<UserConfig, 'define' | 'plugins'> & Pick<BuildOptions, 'rolldownOptions'>,
): Promise<string>

/** Origin of the embedded backend: 127.0.0.1, at `PORT` or 4200. */
export declare const BACKEND: string
export declare const DEV_PORTS: Record<string, number> & { shell: number }
/** Names of the remotes: the folders with a `remote.config.ts`, sorted. */
export declare function remoteNames(apps?: string): string[]
export declare function installedVersion(key: string, root: string): string
export declare const shellServer: ServerOptions
/** Writes the shell's `shell.json`, which releases of remotes are checked against. */
export declare function shellManifestPlugin(root: string): Plugin
