import { setTimeout as sleep } from 'node:timers/promises'
import type { Change } from './changes'
import { headersOf } from './file-headers'
import { firstPortalFile, PORTAL_KEY, readPortalFile, type PortalFile } from './portal-file'
import { ReleaseError } from './release-error'
import { expectOwnSignature, type Signer } from './signing'
import type { Target } from './target'

const ATTEMPTS = 20
const BACKOFF_MS = 100

export interface UpdateOptions {
  env: NodeJS.ProcessEnv
  signer: Signer | null
  /** Days until a signed registry expires. */
  days: number
  /** Signs what is there, whoever wrote it. */
  adopt?: boolean
  now?: () => Date
}

/**
 * Changes `portal.json` by compare-and-swap: when another release was first, reads again and repeats the change.
 * @returns the message of the change
 */
export async function updatePortal(target: Target, change: Change, options: UpdateOptions): Promise<string> {
  const { env, signer, days, adopt = false, now = () => new Date() } = options
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const stored = await target.read(PORTAL_KEY)
    const live = stored ? readPortalFile(stored.body) : firstPortalFile(env)
    if (stored && !adopt) await expectOwnSignature(live, signer)
    const { portal, message, changed } = change(live)
    if (!changed && stored) return message
    const sealed = seal(portal, live.serial ?? 0, signer, now(), days)
    const body = Buffer.from(`${JSON.stringify(sealed, null, 2)}\n`)
    const headers = headersOf(PORTAL_KEY, false)
    const isWritten = stored
      ? await target.replace(PORTAL_KEY, body, headers, stored.tag)
      : await target.create(PORTAL_KEY, body, headers)
    if (isWritten) return `${message} Registry ${sealed.serial}.`
    await sleep(Math.random() * BACKOFF_MS * attempt)
  }
  throw new ReleaseError(`portal.json changed ${ATTEMPTS} times while it was written. Try again.`)
}

function seal(
  portal: PortalFile,
  serial: number,
  signer: Signer | null,
  now: Date,
  days: number,
): PortalFile {
  const next = { ...portal, serial: serial + 1, issued: now.toISOString() }
  delete next.signature
  delete next.expires
  return signer ? signer.sign(next, now, days) : next
}
