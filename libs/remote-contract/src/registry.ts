import * as z from 'zod/mini'

const text = z.string().check(z.minLength(1))
/** A path of the site: rooted, without query and hash. */
const sitePath = z.string().check(z.regex(/^\/(?!\/)[^?#\s\\]*$/))
/** A file of a build, relative to its base: never outside of it. */
const file = z.string().check(z.regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w@.+-]+(?:\/[\w@.+-]+)*$/))
const name = z.string().check(z.regex(/^[a-z][a-z0-9-]*$/))
const role = z.enum(['customer', 'agent', 'admin'])

const mount = z.object({ path: sitePath, roles: z.array(role).check(z.minLength(1)) })
const menuEntry = z.object({
  role,
  /** Staff see both in one sidebar: `main` above, `sidebar` below. Customers see `main` in the header. */
  menu: z.enum(['main', 'sidebar']),
  to: sitePath,
  label: text,
  /** One of the shell's icons, in the sidebar; a dot for others. */
  icon: z.optional(text),
  order: z.number(),
  /** Paths that mark this entry too. */
  also: z.optional(z.array(sitePath)),
})
/** As `positionInRange` compares it. */
const range = z.string().check(z.regex(/^\^?\d+\.\d+\.\d+(?:[-+]\S*)?$/))
const need = z.object({ range, names: z.array(text) })
const route = z.object({
  path: sitePath,
  files: z.array(file),
  /** First reads of the screen; the shell's head script knows their notation. */
  reads: z.optional(z.array(text)),
  /** A script that draws the first read's answer before the screen has loaded; see `preview.ts`. */
  template: z.optional(file),
})

/** What a remote's build writes as `remote.json`, beside `remoteEntry.js`. */
export const manifestSchema = z.object({
  name,
  /** The version of the package and a hash over all files: a release never changes. */
  version: text,
  /** `CONTRACT_VERSION` at build time. */
  contract: z.number(),
  entry: file,
  /** Paths below which the remote renders for these roles; the longest mount wins. */
  mounts: z.array(mount),
  menus: z.array(menuEntry),
  /** Range and imported names of each shared module. */
  needs: z.record(text, need),
  /** Integrity (`sha384-…`) of each script and style sheet. */
  files: z.record(file, z.string().check(z.regex(/^sha384-[A-Za-z0-9+/]{64}$/))),
  /** Files that every route needs. */
  start: z.array(file),
  routes: z.array(route),
})
export type RemoteManifest = z.output<typeof manifestSchema>

/** A manifest and the folder of its files: an absolute URL or a rooted path, with a slash at its end. */
export const releaseSchema = z.object({
  ...manifestSchema.shape,
  base: z.string().check(z.regex(/^(?:https?:\/\/[^\s/]+\/|\/(?!\/))(?:[^?#\s\\]*\/)?$/)),
})
export type Release = z.output<typeof releaseSchema>

const canarySchema = z.object({ percent: z.number().check(z.gte(0), z.lte(100)), release: releaseSchema })

/** A remote in `/portal.json`: its current release, earlier ones (newest first), and switches. */
export const registryEntrySchema = z.object({
  ...releaseSchema.shape,
  previous: z.optional(z.array(releaseSchema)),
  canary: z.optional(canarySchema),
  disabled: z.optional(z.boolean()),
})
export type RegistryEntry = z.output<typeof registryEntrySchema>

const portalSchema = z.object({
  supabase: z.object({ url: z.url(), publishableKey: text }),
  /** Rises with every change. */
  serial: z.optional(z.number()),
  issued: z.optional(text),
  expires: z.optional(text),
  signature: z.optional(text),
  /** The released shell; see `shellSchema`. */
  shell: z.optional(z.object({ version: text })),
  remotes: z.record(z.string(), z.unknown()),
})

/** A remote whose entry is invalid. Its mounts, if readable, tell which paths are affected. */
export interface BrokenRemote {
  /** The place of the first error. */
  reason: string
  mounts: RemoteManifest['mounts']
}

/** `/portal.json`, read. */
export interface Registry extends Omit<z.output<typeof portalSchema>, 'remotes'> {
  remotes: Record<string, RegistryEntry>
  broken: Record<string, BrokenRemote>
}

/**
 * Reads `/portal.json`. Each remote is parsed alone: an invalid one is listed in `broken`, and an invalid earlier
 * release or canary is dropped without its remote.
 * @throws Error that names the place when the backend's part is invalid
 */
export function parseRegistry(value: unknown): Registry {
  const parsed = z.safeParse(portalSchema, value)
  if (!parsed.success) throw new Error(`/portal.json is not valid: ${placeOf(parsed.error)}`)
  const registry: Registry = { ...parsed.data, remotes: {}, broken: {} }
  for (const [key, entry] of Object.entries(parsed.data.remotes)) {
    const result = z.safeParse(registryEntrySchema, withoutInvalidExtras(entry))
    if (result.success && result.data.name === key) registry.remotes[key] = result.data
    else
      registry.broken[key] = {
        reason: result.success ? 'name' : placeOf(result.error),
        mounts: z.safeParse(z.object({ mounts: z.array(mount) }), entry).data?.mounts ?? [],
      }
  }
  return registry
}

function withoutInvalidExtras(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return entry
  const { previous, canary, ...rest } = { previous: undefined, canary: undefined, ...entry }
  return {
    ...rest,
    previous: parsedItems(previous),
    canary: z.safeParse(canarySchema, canary).data,
  }
}

function parsedItems(previous: unknown): Release[] | undefined {
  if (!Array.isArray(previous)) return undefined
  return previous.flatMap((item) => z.safeParse(releaseSchema, item).data ?? [])
}

function placeOf({ issues: [issue] }: z.core.$ZodError): string {
  return issue?.path.map(String).join('.') ?? ''
}
