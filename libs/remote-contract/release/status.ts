import { entryOrNull, PORTAL_KEY, readPortalFile, type PortalFile } from './portal-file'
import type { Target } from './target'

/** What is live in a target, one line for each remote. */
export async function status(target: Target): Promise<string> {
  const stored = await target.read(PORTAL_KEY)
  return stored ? describePortal(readPortalFile(stored.body)) : 'Nothing was released here yet.'
}

export function describePortal(portal: PortalFile): string {
  const { serial = 0, issued = 'unknown', expires, shell } = portal
  const head = `Registry ${serial} of ${issued}, ${expires ? `signed until ${expires}` : 'not signed'}`
  const remotes = Object.keys(portal.remotes).map((name) => `${name} ${describeRemote(portal, name)}`)
  return [head, `shell ${shell?.version ?? 'unknown'}`, ...remotes].join('\n')
}

function describeRemote(portal: PortalFile, name: string): string {
  const entry = entryOrNull(portal, name)
  if (!entry) return 'has a broken entry'
  const { version, canary, disabled, previous = [] } = entry
  return [
    version,
    ...(disabled ? ['disabled'] : []),
    ...(canary ? [`canary ${canary.release.version} for ${canary.percent} %`] : []),
    ...(previous.length > 0 ? [`before: ${previous.map((release) => release.version).join(', ')}`] : []),
  ].join(' · ')
}
