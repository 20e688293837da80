const [LF, CR] = [10, 13]

/** Bytes of a header that are read; no person's mail has as many. */
export const MAX_HEADER = 256 * 1024

export interface RawHeader {
  bytes: Uint8Array
  /** It is longer than the bound: its last line may mean something else, and those below it are unknown. */
  isCut: boolean
}

/**
 * The header of a raw mail, byte for byte, so that it is read by the one parser that also reads whole mails. Lines end at LF, and
 * one of carriage returns alone is empty, as in that parser.
 */
export function headerOf(raw: Uint8Array): RawHeader {
  const bytes = raw.subarray(0, MAX_HEADER)
  const isCut = bytes.length < raw.length
  for (let at = 0; at < bytes.length;) {
    const found = bytes.indexOf(LF, at)
    if (found < 0 && isCut) break
    const end = found < 0 ? bytes.length : found
    if (bytes.subarray(at, end).every((byte) => byte === CR))
      return { bytes: bytes.subarray(0, at), isCut: false }
    at = end + 1
  }
  return { bytes, isCut }
}

/** Whether hosts that checked the sender may have read another author or verdict than we do. */
export function isAmbiguous({ bytes, isCut }: RawHeader): boolean {
  return isCut || hasBareReturn(bytes) || hasSpacedResults(bytes)
}

/** Whether a blank follows the name of the header with the findings of hosts: not every server reads it as that header then, and removes it. */
function hasSpacedResults(header: Uint8Array): boolean {
  return /^authentication-results[^!-~]+:/im.test(new TextDecoder('latin1').decode(header))
}

/** Whether a line of the header has a carriage return within: some servers end the line there, and read another author than we do. */
function hasBareReturn(header: Uint8Array): boolean {
  for (let at = header.indexOf(CR); at >= 0; at = header.indexOf(CR, at + 1)) {
    const next = header[at + 1]
    if (next !== undefined && next !== LF && next !== CR) return true
  }
  return false
}
