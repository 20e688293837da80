const loopback = ['127.0.0.1', 'localhost']

/**
 * Allows redirects to this origin alone, as 127.0.0.1 or localhost. The redirect URLs of `config.toml` are for hosted
 * projects: on this machine another port is another program.
 * @param origin - the portal's, `http://127.0.0.1:<port>`
 * @returns `wanted` if allowed, else `origin`
 */
export function allowedRedirect(requested: string | null | undefined, origin: string): string {
  if (!requested || !URL.canParse(requested)) return origin
  const target = new URL(requested)
  const own = new URL(origin)
  if (target.protocol !== own.protocol || target.username || target.password) return origin
  if (target.origin === own.origin) return target.href
  const alias = loopback.includes(own.hostname) && loopback.includes(target.hostname)
  return alias && target.port === own.port ? target.href : origin
}
