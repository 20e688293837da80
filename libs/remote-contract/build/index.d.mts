import type { ServerOptions, UserConfigFnObject } from 'vite'
import type { RemoteName } from '../src/index.ts'

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
/** Origin of the embedded backend: 127.0.0.1, at `PORT` or 4200. */
export declare const BACKEND: string
export declare const DEV_PORTS: Record<RemoteName | 'shell', number>
export declare function remoteConfig(name: RemoteName, root: string): UserConfigFnObject
export declare function installedVersion(key: string, root: string): string
export declare const shellServer: ServerOptions
