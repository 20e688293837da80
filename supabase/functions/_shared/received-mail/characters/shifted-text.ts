import type { Shifted } from './charset-labels.ts'

const [SO, SI, ESC, LF, TILDE] = [14, 15, 27, 10, 126]
const KANA = 0x8e
const JIS_X_0212 = 0x8f

/** What a designation says of the characters behind it: how many bytes each has, and what EUC writes before it. */
interface Mode {
  width: 1 | 2
  isHigh: boolean
  prefix?: number
}

const ascii: Mode = { width: 1, isHigh: false }
const double: Mode = { width: 2, isHigh: true }
const kana: Mode = { width: 1, isHigh: true, prefix: KANA }
/** What ESC and the bytes behind it, as one number, switch to. */
const codeOf = (...bytes: (number | undefined)[]) =>
  bytes.reduce<number>((code, byte) => code * 256 + (byte ?? 0), 0)
const codesOf = (designations: [string, Mode | undefined][]) =>
  new Map(designations.map(([text, mode]) => [codeOf(...new TextEncoder().encode(text)), mode]))
const shortModes = codesOf([
  ['(B', ascii],
  ['(J', ascii],
  ['(I', kana],
  ['$B', double],
  ['$@', double],
])
const longModes = codesOf([
  ...(['$(B', '$(@'].map((text) => [text, double]) satisfies [string, Mode][]),
  ['$(D', { width: 2, isHigh: true, prefix: JIS_X_0212 }],
  // The set that is shifted to is that of the label.
  ...(['$)A', '$)C', '$)E', '$)G', '$*H'].map((text) => [text, undefined]) satisfies [string, undefined][]),
])

/** Bytes of the EUC form, collected in one buffer: it has at most one and a half times as many. */
class Euc {
  private readonly bytes: Uint8Array
  private size = 0

  constructor(length: number) {
    this.bytes = new Uint8Array(length * 2)
  }

  add(byte: number): void {
    this.bytes[this.size] = byte
    this.size += 1
  }

  get all(): Uint8Array {
    return this.bytes.subarray(0, this.size)
  }
}

const isGraphic = (byte: number | undefined) => byte !== undefined && byte > 0x20 && byte < 0x7f

/** `~{` begins characters of two bytes, `~}` ends them (RFC 1843). */
function unshiftHz(bytes: Uint8Array): Uint8Array {
  const euc = new Euc(bytes.length)
  let isDouble = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    const next = bytes[at + 1] ?? 0
    if (byte === TILDE && (next === 0x7b || next === 0x7d || next === TILDE || next === LF)) {
      at += 1
      if (next === TILDE) euc.add(TILDE)
      else if (next !== LF) isDouble = next === 0x7b
    } else if (isDouble && isGraphic(byte) && isGraphic(next)) {
      euc.add(byte | 0x80)
      euc.add(next | 0x80)
      at += 1
    } else {
      // Lines end in ASCII.
      if (byte === LF) isDouble = false
      euc.add(byte)
    }
  }
  return euc.all
}

function unshiftIso2022(bytes: Uint8Array, shifted: Mode): Uint8Array {
  const euc = new Euc(bytes.length)
  let mode = ascii
  let isShifted = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte === ESC) {
      const short = codeOf(bytes[at + 1], bytes[at + 2])
      const long = codeOf(bytes[at + 1], bytes[at + 2], bytes[at + 3])
      if (shortModes.has(short)) at += 2
      else if (longModes.has(long)) at += 3
      else euc.add(byte)
      mode = shortModes.get(short) ?? longModes.get(long) ?? mode
      continue
    }
    if (byte === SO || byte === SI) {
      isShifted = byte === SO
      continue
    }
    const { width, isHigh, prefix } = isShifted ? shifted : mode
    if (!isHigh || !isGraphic(byte)) {
      if (byte === LF) [mode, isShifted] = [ascii, false]
      euc.add(byte)
    } else {
      if (prefix !== undefined) euc.add(prefix)
      euc.add(byte | 0x80)
      if (width === 2) {
        at += 1
        euc.add((bytes[at] ?? 0) | 0x80)
      }
    }
  }
  return euc.all
}

/** The bytes of a charset that switches between sets, in the charset of eight bits with the same characters. */
export function unshift(bytes: Uint8Array, kind: Shifted): Uint8Array {
  if (kind === 'hz') return unshiftHz(bytes)
  return unshiftIso2022(bytes, kind === 'iso-2022-jp' ? kana : double)
}
