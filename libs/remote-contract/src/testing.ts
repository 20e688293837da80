import type { RegistryEntry } from './registry'

/** A release of a remote without files or needs, under `/remotes/<name>/`. */
export function releaseOf(name: string, overrides: Partial<RegistryEntry> = {}): RegistryEntry {
  return {
    name,
    version: '0.1.0-000000000000',
    contract: 1,
    base: `/remotes/${name}/`,
    entry: 'remoteEntry.js',
    mounts: [],
    menus: [],
    needs: {},
    files: {},
    start: [],
    routes: [],
    ...overrides,
  }
}

/** The content of `/portal.json`. `key` replaces the name of a remote as key. */
export function portalOf(...entries: { name: string; key?: string; [field: string]: unknown }[]) {
  return {
    supabase: { url: 'http://127.0.0.1:4200', publishableKey: 'sb_publishable_x' },
    remotes: Object.fromEntries(entries.map(({ key, ...entry }) => [key ?? entry.name, entry])),
  }
}
