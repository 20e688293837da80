import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../settings'
import type { PortalConfig } from './csp'

const remotes = ['customer-portal', 'agent-workspace', 'admin-console']

async function versionOf(app: string): Promise<string> {
  const file = join(root, 'apps', app, 'package.json')
  const manifest: unknown = JSON.parse(await readFile(file, 'utf8'))
  const named = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return named && typeof manifest.version === 'string' ? manifest.version : '0.0.0'
}

/** `/portal.json` with the remotes of this checkout. */
export async function portalConfig(supabase: PortalConfig['supabase']): Promise<PortalConfig> {
  const entries = remotes.map(async (name) => {
    return [name, { entry: `/remotes/${name}/remoteEntry.js`, version: await versionOf(name) }] as const
  })
  return { supabase, remotes: Object.fromEntries(await Promise.all(entries)) }
}
