type TextPart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'ticket'; text: string; number: number }

/** Scripts that write words without blanks between them. */
const UNSPACED = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}`
const BEFORE_NUMBER = String.raw`[^\s\p{Ps}\p{Pi}\p{Cf}"',;:–—、。，：；${UNSPACED}]`
const AFTER_NUMBER = String.raw`[.-]?(?![${UNSPACED}])[\p{L}\p{N}\p{M}_]|[@#/\\&=%]`
/**
 * An address, or the number of a ticket (`#1042`) that stands by itself: not in a word, a path, an address or a file's name.
 * Nothing here can backtrack far, so no text makes the search slow.
 */
const target = new RegExp(
  String.raw`(?:https?:\/\/|mailto:)[^\s<>"'\x60]+|(?<!${BEFORE_NUMBER})#([1-9]\d{0,14})(?!${AFTER_NUMBER})`,
  'giu',
)
/** More of them in one text stay text. */
export const MAX_LINKS = 100

/** Removes punctuation of the sentence: a closing bracket belongs to the URL only if the URL opened one. */
function trimAddress(found: string): string {
  const count = (bracket: string) => found.split(bracket).length - 1
  let unopened = count(')') - count('(')
  let end = found.length
  for (; end > 0; end -= 1) {
    const last = found.charAt(end - 1)
    if (last === ')' && unopened > 0) unopened -= 1
    else if (!'.,:;!?'.includes(last)) break
  }
  return found.slice(0, end)
}

const mailbox = /^mailto:[^\s@?&]+@[^\s@?&.]+(?:\.[^\s@?&.]+)+$/i

/** The address as a link target; null unless it is an http or https URL or a plain mailto address. */
export function safeHref(text: string): string | null {
  // No subject or body: they would put words into the reader's mouth.
  if (/^mailto:/i.test(text)) return mailbox.test(text) ? text : null
  const url = URL.parse?.(text) ?? (URL.canParse(text) ? new URL(text) : null)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname ? url.href : null
}

/**
 * Splits plain text into text and links. Only http, https and mailto become links, so that no user text can run as
 * script. Joining the parts gives the text unchanged.
 * @param known - numbers of tickets that become links too
 */
export function autolink(text: string, known?: ReadonlyMap<number, unknown>): TextPart[] {
  const parts: TextPart[] = []
  let [end, count] = [0, 0]
  for (const match of text.matchAll(target)) {
    if (count === MAX_LINKS) break
    const part = linkOf(match, known)
    if (!part) continue
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    parts.push(part)
    end = match.index + part.text.length
    count += 1
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

function linkOf([found, digits]: RegExpMatchArray, known?: ReadonlyMap<number, unknown>): TextPart | null {
  if (digits !== undefined) {
    const number = Number(digits)
    return known?.has(number) ? { kind: 'ticket', text: found, number } : null
  }
  const text = trimAddress(found)
  const href = safeHref(text)
  return href ? { kind: 'link', text, href } : null
}
