import { isBlank, lastText, skipBlank } from './lines.ts'
import { isPhoneSignature } from './phone-signatures.ts'
import { isRule, isSignatureMark } from './quote-marks.ts'

/** Whether the line is one of an address, or short: no sentence and no question. */
const isOfSignature = (line: string) =>
  line.length <= 100 &&
  !/[?!]\s*$/.test(line) &&
  (line.split(/\s+/).length <= 6 || /[\d|@•·]|https?:/.test(line)) &&
  !(/\.\s*$/.test(line) && line.split(/\s+/).length >= 5)

/** Whether lines below a mark that lost its space can be a signature. */
const isLikeSignature = (lines: readonly string[]) => lines.every(isOfSignature)

const isNoText = (line: string) =>
  isPhoneSignature(line) || /^[\s*#~=_+ᐧ–—-]{2,}$/u.test(line) || line.trim() === 'ᐧ'

/** Where the lines below a mark begin that are a signature. */
function markedSignature(lines: readonly string[], canBeAlone: boolean): number {
  const mark = lines.findLastIndex(isSignatureMark)
  // A notice of a company below a rule is as long as it is.
  if (mark > 0 && isRule(lines[skipBlank(lines, mark + 1)] ?? '')) return mark
  // A signature is short, and something comes before it.
  const hasText = mark > 0 && lines.slice(0, mark).some((line) => !isBlank(line))
  const isSure = mark >= 0 && (lines[mark] === '-- ' || isLikeSignature(lines.slice(mark + 1)))
  return isSure && lines.length - mark <= 15 && (hasText || canBeAlone) ? mark : lines.length
}

/**
 * Where the signature begins, or the number of lines.
 * @param canBeAlone - takes a part for a signature that has no text above it, as below a quote
 */
export function signatureStart(lines: readonly string[], canBeAlone = false): number {
  let end = markedSignature(lines, canBeAlone)
  // Programs write one below the other, and rules without a word.
  for (let last = lastText(lines, end); last >= 0 && isNoText(lines[last] ?? ''); last = lastText(lines, end))
    end = last
  return end
}
