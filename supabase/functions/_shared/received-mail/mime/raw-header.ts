const [LF, CR] = [10, 13]

/**
 * The header of a raw mail, byte for byte, so that it is read by the one parser that also reads whole mails. Lines end at LF, and
 * one of carriage returns alone is empty, as in that parser.
 */
export function headerOf(raw: Uint8Array): Uint8Array {
  for (let at = 0; at < raw.length; ) {
    const found = raw.indexOf(LF, at)
    const end = found < 0 ? raw.length : found
    if (raw.subarray(at, end).every((byte) => byte === CR)) return raw.subarray(0, at)
    at = end + 1
  }
  return raw
}

/** Whether a blank follows the name of the header with the findings of hosts: not every server reads it as that header then, and removes it. */
export function hasSpacedResults(header: Uint8Array): boolean {
  return /^authentication-results[^!-~]+:/im.test(new TextDecoder('latin1').decode(header))
}

/** Whether a line of the header has a carriage return within: some servers end the line there, and read another author than we do. */
export function hasBareReturn(header: Uint8Array): boolean {
  for (let at = header.indexOf(CR); at >= 0; at = header.indexOf(CR, at + 1)) {
    const next = header[at + 1]
    if (next !== undefined && next !== LF && next !== CR) return true
  }
  return false
}
