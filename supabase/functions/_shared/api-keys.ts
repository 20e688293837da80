import { toRecord } from './json.ts'

/** Set by the platform for every function: new projects have the keys as JSON, older ones the legacy names, many both. */
export interface ProjectEnvironment {
  SUPABASE_URL?: string
  /** `{ "default": "sb_publishable_…" }` */
  SUPABASE_PUBLISHABLE_KEYS?: string
  /** `{ "default": "sb_secret_…" }` */
  SUPABASE_SECRET_KEYS?: string
  /** One key, where the functions are served without the platform. */
  SUPABASE_PUBLISHABLE_KEY?: string
  SUPABASE_SECRET_KEY?: string
  /** Legacy: a token, refused by projects that have disabled such keys. */
  SUPABASE_ANON_KEY?: string
  SUPABASE_SERVICE_ROLE_KEY?: string
}

export interface ProjectSettings {
  url: string
  /** Empty without one. */
  publishableKey: string
  /** Empty without one. */
  secretKey: string
}

/** The keys of `{ "name": "key" }`, the default one first; none of anything else. */
function namedKeys(text: string | undefined): string[] {
  try {
    const { default: first, ...others } = toRecord(JSON.parse(text ?? ''))
    return [first, ...Object.values(others)].filter(
      (key): key is string => typeof key === 'string' && key !== '',
    )
  } catch {
    return []
  }
}

const given = (keys: (string | undefined)[]) => keys.filter((key): key is string => Boolean(key))

/** The project's secret keys, current ones first. A short text in place of one could be guessed. */
export const secretKeys = (env: ProjectEnvironment): string[] =>
  given([
    ...namedKeys(env.SUPABASE_SECRET_KEYS),
    env.SUPABASE_SECRET_KEY,
    env.SUPABASE_SERVICE_ROLE_KEY,
  ]).filter((key) => key.length >= 20)

/** The project's URL and the keys with which a function calls it: current ones before legacy ones. */
export function readProject(env: ProjectEnvironment): ProjectSettings {
  const [publishableKey = ''] = given([
    ...namedKeys(env.SUPABASE_PUBLISHABLE_KEYS),
    env.SUPABASE_PUBLISHABLE_KEY,
    env.SUPABASE_ANON_KEY,
  ])
  const [secretKey = ''] = secretKeys(env)
  return { url: env.SUPABASE_URL ?? '', publishableKey, secretKey }
}

const digest = async (value: string) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(value)))

/** Compares digests: the duration reveals nothing about the key. */
async function isEqual(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([digest(one), digest(other)])
  return a.reduce((different, byte, index) => different | (byte ^ (b[index] ?? 0)), 0) === 0
}

/** Whether the request has one of the keys as bearer or `apikey`. */
export async function hasSecretKey(request: Request, keys: string[]): Promise<boolean> {
  const bearer = request.headers.get('authorization')?.replace(/^bearer\s+/i, '')
  const sent = [bearer, request.headers.get('apikey')].filter((value) => typeof value === 'string')
  const answers = await Promise.all(sent.flatMap((value) => keys.map((key) => isEqual(value, key))))
  return answers.includes(true)
}
