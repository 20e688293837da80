export type TextPart = { kind: 'text'; text: string } | { kind: 'link'; text: string; href: string }

// Every part of the pattern is bounded or starts with its own sign: no text makes the search slow.
const address = /(?:https?:\/\/|mailto:)[^\s<>"'`]+/gi
const trailing = /[.,:;!?]+$/

/** A closing bracket belongs to the sentence unless the address opened one itself. */
function trimAddress(found: string): string {
  let text = found.replace(trailing, '')
  while (text.endsWith(')') && text.split('(').length < text.split(')').length) {
    text = text.slice(0, -1).replace(trailing, '')
  }
  return text
}

const mailbox = /^mailto:[^\s@?&]+@[^\s@?&]+\.[^\s@?&]+$/i

function hrefOf(text: string): string | null {
  // Only the address: subject and body of a prepared mail would speak in the reader's name.
  if (/^mailto:/i.test(text)) return mailbox.test(text) ? text : null
  const url = URL.parse?.(text) ?? (URL.canParse(text) ? new URL(text) : null)
  return url && (url.protocol === 'https:' || url.protocol === 'http:') && url.hostname ? url.href : null
}

/**
 * Splits plain text into text and links. Only http, https and mailto become links, so that nothing a stranger
 * writes can run in the reader's page; the parts joined again give the text unchanged.
 */
export function autolink(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(address)) {
    const found = trimAddress(match[0])
    const href = hrefOf(found)
    if (!href) continue
    if (match.index > end) parts.push({ kind: 'text', text: text.slice(end, match.index) })
    parts.push({ kind: 'link', text: found, href })
    end = match.index + found.length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}
