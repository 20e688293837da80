const digest = async (value: string) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(value)))

/** Compares digests: the duration reveals nothing about the key. */
async function isEqual(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([digest(one), digest(other)])
  return a.reduce((different, byte, index) => different | (byte ^ (b[index] ?? 0)), 0) === 0
}

/** The project's secret keys, in the legacy and the current format. */
export function secretKeys(env: {
  SUPABASE_SERVICE_ROLE_KEY?: string
  SUPABASE_SECRET_KEY?: string
  SUPABASE_SECRET_KEYS?: string
}): string[] {
  let named: unknown
  try {
    named = JSON.parse(env.SUPABASE_SECRET_KEYS ?? '{}')
  } catch {
    named = {}
  }
  const newer = typeof named === 'object' && named !== null ? Object.values(named) : []
  return [env.SUPABASE_SERVICE_ROLE_KEY, env.SUPABASE_SECRET_KEY, ...newer].filter(
    (key): key is string => typeof key === 'string' && key.length >= 20,
  )
}

/** Whether the request has one of the keys as bearer or `apikey`. */
export async function hasSecretKey(request: Request, keys: string[]): Promise<boolean> {
  const bearer = request.headers.get('authorization')?.replace(/^bearer\s+/i, '')
  const sent = [bearer, request.headers.get('apikey')].filter((value) => typeof value === 'string')
  const answers = await Promise.all(sent.flatMap((value) => keys.map((key) => isEqual(value, key))))
  return answers.includes(true)
}
