/** `**` matches anything, `*` anything but `.` and `/` (as hosted). */
function toPattern(glob: string): RegExp {
  const source = glob
    .split(/(\*\*|\*)/)
    .map((part) =>
      part === '**' ? '.*' : part === '*' ? '[^./]*' : part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'),
    )
    .join('')
  return new RegExp(`^${source}$`)
}

/** Own origin, under both names of this machine, and the listed addresses. Everything else goes home. */
export function allowedRedirect(
  wanted: string | null | undefined,
  origin: string,
  patterns: string[],
): string {
  if (!wanted) return origin
  let target: URL
  try {
    target = new URL(wanted)
  } catch {
    return origin
  }
  if (!/^https?:$/.test(target.protocol) || target.username || target.password) return origin
  const own = new URL(origin)
  const ownHosts = ['127.0.0.1', 'localhost'].map((name) => `${name}:${own.port}`)
  if (target.origin === own.origin) return target.href
  if (target.protocol === 'http:' && ownHosts.includes(target.host)) return target.href
  return patterns.some((glob) => toPattern(glob).test(target.href)) ? target.href : origin
}
