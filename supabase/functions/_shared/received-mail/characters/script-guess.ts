import iconv from 'iconv-lite'

/** The most frequent letters of languages whose words have no Latin letters; they make up three quarters of any text. */
const russian = new Set('оеаинтсрвлкмд')
const greek = new Set('αοιετσνηυρκπςό')
const hebrew = new Set('יוהלאמרתבנש')
const arabic = new Set('اليمنوتربةعد')

const candidates: [charset: string, letters: ReadonlySet<string>][] = [
  ['koi8-r', russian],
  ['windows-1251', russian],
  ['iso-8859-5', russian],
  ['windows-1253', greek],
  ['windows-1255', hebrew],
  ['windows-1256', arabic],
]

/** Bytes that are looked at. */
const SAMPLE = 4_000
const FIRST_LETTER = 0xa0

/** Letters beyond ASCII, and how many of them follow another one: nearly all within such words, few in Latin ones. */
function highLetters(bytes: Uint8Array): { count: number; inRow: number } {
  let [count, inRow] = [0, 0]
  for (let at = 0; at < bytes.length; at += 1) {
    if ((bytes[at] ?? 0) < FIRST_LETTER) continue
    count += 1
    if ((bytes[at - 1] ?? 0) >= FIRST_LETTER) inRow += 1
  }
  return { count, inRow }
}

/** Frequent letters among those beyond ASCII; capitals count at the beginning of a word. */
function frequent(text: string, letters: ReadonlySet<string>): number {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charAt(at)
    const isFirst = !/\p{L}/u.test(text.charAt(at - 1))
    if (letters.has(isFirst ? sign.toLowerCase() : sign)) count += 1
  }
  return count
}

/**
 * The charset of bytes without a label that are no UTF-8. Western ones, unless the words are plainly those of another script.
 */
export function guessCharset(bytes: Uint8Array): string {
  const sample = bytes.subarray(0, SAMPLE)
  const { count, inRow } = highLetters(sample)
  if (count < 4 || inRow < count / 2) return 'windows-1252'
  const scores = candidates.map(
    ([charset, letters]) => frequent(iconv.decode(sample, charset), letters) / count,
  )
  const best = Math.max(...scores)
  return best < 0.5 ? 'windows-1252' : (candidates[scores.indexOf(best)]?.[0] ?? 'windows-1252')
}
