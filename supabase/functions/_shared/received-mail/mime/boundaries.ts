const [LF, DASH] = [10, 45]
/** RFC 2046 allows 70 characters. */
const MAX_BOUNDARY = 200

/** Lines of a mail that may separate parts. */
export interface Boundaries {
  /** All of them, without the dashes before and behind. */
  written: ReadonlySet<string>
  /** Those that a header of a part follows, or that have an end. */
  genuine: ReadonlySet<string>
}

const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, MAX_BOUNDARY + 4))

/** The boundary that a line may be, without `--`; undefined for another line. */
export function boundaryIn(line: Uint8Array): string | undefined {
  if (line[0] !== DASH || line[1] !== DASH || line.length > MAX_BOUNDARY) return undefined
  return latin1(line).slice(2).trimEnd() || undefined
}

/** Finds the lines that may separate parts, since a header may name another boundary than the body has, or none. */
export function findBoundaries(raw: Uint8Array): Boundaries {
  const written = new Set<string>()
  const genuine = new Set<string>()
  let last: string | undefined
  for (let at = 0; at < raw.length;) {
    const found = raw.indexOf(LF, at)
    const end = found < 0 ? raw.length : found
    if (last !== undefined && /^content-/i.test(latin1(raw.subarray(at, at + 8)))) genuine.add(last)
    last = raw[at] === DASH ? boundaryIn(raw.subarray(at, end)) : undefined
    if (last !== undefined) written.add(last)
    at = end + 1
  }
  for (const line of written) {
    const opened = line.slice(0, -2)
    if (!line.endsWith('--') || !written.has(opened)) continue
    genuine.add(opened)
  }
  return { written, genuine }
}
