const [PLUS, MINUS, SLASH] = [0x2b, 0x2d, 0x2f]

/** The six bits of a character of base64; -1 for another one. */
function bitsOf(byte: number): number {
  if (byte >= 0x41 && byte <= 0x5a) return byte - 0x41
  if (byte >= 0x61 && byte <= 0x7a) return byte - 0x61 + 26
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30 + 52
  if (byte === PLUS) return 62
  return byte === SLASH ? 63 : -1
}

/** Text of UTF-7 (RFC 2152): `+` begins UTF-16 in base64, which ends at `-` or at any other character. */
export function readUtf7(bytes: Uint8Array): string {
  const units = new DataView(new ArrayBuffer(bytes.length * 2))
  let size = 0
  const add = (unit: number) => {
    units.setUint16(size, unit)
    size += 2
  }
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte !== PLUS) {
      add(byte)
      continue
    }
    const start = at
    let [unit, count] = [0, 0]
    for (let bits = bitsOf(bytes[at + 1] ?? 0); bits >= 0; bits = bitsOf(bytes[at + 1] ?? 0)) {
      at += 1
      unit = ((unit << 6) | bits) & 0x3fffff
      count += 6
      if (count < 16) continue
      count -= 16
      add((unit >> count) & 0xffff)
    }
    if (bytes[at + 1] === MINUS) {
      // `+-` is a plus sign.
      if (at === start) add(PLUS)
      at += 1
    } else if (at === start) add(PLUS)
  }
  return new TextDecoder('utf-16be').decode(units.buffer.slice(0, size))
}
