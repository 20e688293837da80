import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PortalConfig } from '@helpdesk/remote-contract/csp'

/** Returns the current content of `/portal.json`. */
export type ReadPortal = () => Promise<PortalConfig>

/**
 * `/portal.json` with the remotes that were built below `appsDir`, by their manifests. A manifest is read again when
 * its file changes. One that is not JSON is listed without content, so that the shell disables this remote alone.
 */
export function createPortal(supabase: PortalConfig['supabase'], appsDir: string): ReadPortal {
  const known = new Map<string, { mtimeMs: number; manifest: object }>()

  async function manifestOf(name: string): Promise<object | null> {
    const file = join(appsDir, name, 'dist/remote.json')
    const info = await stat(file).catch(() => null)
    if (!info) return null
    const { mtimeMs } = info
    const cached = known.get(name)
    if (cached?.mtimeMs === mtimeMs) return cached.manifest
    const manifest = parseObject(await readFile(file, 'utf8'))
    known.set(name, { mtimeMs, manifest })
    return manifest
  }

  return async () => {
    const names = (await readdir(appsDir)).sort()
    const found = await Promise.all(
      names.map(async (name) => {
        const manifest = await manifestOf(name)
        return manifest ? [[name, { ...manifest, base: `/remotes/${name}/` }] as const] : []
      }),
    )
    return { supabase, remotes: Object.fromEntries(found.flat()) }
  }
}

function parseObject(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch (error) {
    if (error instanceof SyntaxError) return {}
    throw error
  }
}
