/** The value of a hexadecimal digit; -1 for another character. */
function digit(byte: number | undefined): number {
  if (byte === undefined) return -1
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const lower = byte | 0x20
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1
}

/**
 * The bytes that a text of UTF-8 writes, some of them as a mark with two digits. Wrong escapes stay as they are.
 * @param escaped - is overwritten
 * @param mark - `%` or `=`
 */
export function unescapeBytes(escaped: Uint8Array, mark: '%' | '='): Uint8Array {
  const sign = mark.charCodeAt(0)
  let size = 0
  for (let at = 0; at < escaped.length; at += 1) {
    const high = escaped[at] === sign ? digit(escaped[at + 1]) : -1
    const low = high < 0 ? -1 : digit(escaped[at + 2])
    if (low >= 0) at += 2
    escaped[size] = low < 0 ? (escaped[at] ?? 0) : high * 16 + low
    size += 1
  }
  return escaped.subarray(0, size)
}
