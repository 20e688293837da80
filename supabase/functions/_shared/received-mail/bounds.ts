/** Lines of a mail of 25 MB whose files are in base64, and some. */
const MAX_LINES = 450_000
/** Text has short lines, files in base64 have long ones. */
const SHORT = 60
const MAX_SHORT_LINES = 50_000
/** Lines that may separate parts: each is compared with every boundary, and each part costs as much as a hundred lines. */
const MAX_DASHED_LINES = 5_000

const LF = 10
const DASH = 45

/** Whether a raw mail has few enough lines and parts to be parsed: its parser takes 10 to 100 µs for each of them. */
export function isParsable(raw: Uint8Array): boolean {
  let [lines, short, dashed] = [0, 0, 0]
  for (let at = 0; at < raw.length;) {
    const found = raw.indexOf(LF, at)
    const end = found < 0 ? raw.length : found
    lines += 1
    if (end - at < SHORT) short += 1
    if (raw[at] === DASH && raw[at + 1] === DASH) dashed += 1
    if (lines > MAX_LINES || short > MAX_SHORT_LINES || dashed > MAX_DASHED_LINES) return false
    at = end + 1
  }
  return true
}
