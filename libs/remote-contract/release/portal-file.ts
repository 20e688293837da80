import * as z from 'zod/mini'
import { registryEntrySchema, type RegistryEntry } from '../src/registry'
import { shellSchema } from '../src/offers'
import { ReleaseError } from './release-error'

/** `/portal.json` as stored. What a command does not change is kept as it is, also what this version does not know. */
const portalFileSchema = z.looseObject({
  supabase: z.looseObject({ url: z.url(), publishableKey: z.string().check(z.minLength(1)) }),
  serial: z.optional(z.int()),
  issued: z.optional(z.string()),
  expires: z.optional(z.string()),
  signature: z.optional(z.string()),
  shell: z.optional(shellSchema),
  remotes: z.record(z.string(), z.unknown()),
})
export type PortalFile = z.output<typeof portalFileSchema>

export const PORTAL_KEY = 'portal.json'

/** @throws ReleaseError that names the first invalid place */
export function readPortalFile(body: Buffer): PortalFile {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new ReleaseError(`${PORTAL_KEY} in the target is not JSON`, { cause })
  }
  const parsed = z.safeParse(portalFileSchema, value)
  if (parsed.success) return parsed.data
  throw new ReleaseError(
    `${PORTAL_KEY} in the target is not valid: ${parsed.error.issues[0]?.path.join('.') ?? ''}`,
  )
}

/** The first `portal.json` of a target: the backend, no remotes. */
export function firstPortalFile(env: NodeJS.ProcessEnv): PortalFile {
  const { SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: publishableKey } = env
  if (!url || !publishableKey)
    throw new ReleaseError(
      'The target has no portal.json yet: set SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY for the first release.',
    )
  return readPortalFile(Buffer.from(JSON.stringify({ supabase: { url, publishableKey }, remotes: {} })))
}

/** @throws ReleaseError when the remote is not listed or its entry is broken */
export function entryOf(portal: PortalFile, name: string): RegistryEntry {
  const entry = ownEntry(portal, name)
  if (entry === undefined)
    throw new ReleaseError(
      `${name} was never released here. Listed: ${Object.keys(portal.remotes).join(', ') || 'nothing'}.`,
    )
  const parsed = z.safeParse(registryEntrySchema, entry)
  if (parsed.success) return parsed.data
  throw new ReleaseError(
    `The entry of ${name} is not valid: ${parsed.error.issues[0]?.path.join('.') ?? ''}. Release it anew.`,
  )
}

/** The entry of a remote, or null when it has none that can be read: a new release then replaces it. */
export function entryOrNull(portal: PortalFile, name: string): RegistryEntry | null {
  return z.safeParse(registryEntrySchema, ownEntry(portal, name)).data ?? null
}

const ownEntry = ({ remotes }: PortalFile, name: string): unknown =>
  Object.hasOwn(remotes, name) ? remotes[name] : undefined
