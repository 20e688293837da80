import { CONTRACT_VERSION, type RemoteName } from '@helpdesk/remote-contract'
import type { Release } from '@helpdesk/remote-contract/registry'
import { RemoteError } from './errors'
import { firstFit, type Offer } from './fit'
import type { Remotes } from './registry'

/**
 * The release of a remote that fits this shell: the current one, else the newest earlier one. No code of it has run.
 * @throws RemoteError when the remote is missing, broken or disabled, or no release fits
 */
export function chooseRelease(
  { remotes, broken }: Remotes,
  name: RemoteName,
  shared: Offer['shared'],
): Release {
  const entry = remotes[name]
  if (!entry) {
    const reason = broken[name] ? `is not valid at "${broken[name].reason}"` : 'is missing'
    throw new RemoteError(name, 'unreachable', `${name} ${reason} in /portal.json`)
  }
  if (entry.disabled) throw new RemoteError(name, 'disabled', `${name} is disabled in /portal.json`)
  const fit = firstFit([entry, ...(entry.previous ?? [])], { contract: CONTRACT_VERSION, shared })
  if ('older' in fit) throw new RemoteError(name, `${fit.older}-older`, `${name} ${fit.message}`)
  return fit
}
