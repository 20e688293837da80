type TextPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string }

// Nothing here can backtrack far, so no text makes the search slow.
const address = /(?:https?:\/\/|mailto:)[^\s<>"'`]+/gi
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
 */
export function autolink(text: string): TextPart[] {
  const parts: TextPart[] = []
  let [end, count] = [0, 0]
  for (const match of text.matchAll(address)) {
    if (count === MAX_LINKS) break
    const found = trimAddress(match[0])
    const href = safeHref(found)
    if (!href) continue
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    parts.push({ kind: 'link', text: found, href })
    end = match.index + found.length
    count += 1
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}
