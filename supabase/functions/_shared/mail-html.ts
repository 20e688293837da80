const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

/** Removes line breaks and control characters, so that user text cannot add a mail header. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/** A single plain mailbox: lists and quoted names could redirect the mail. */
const singleAddress = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/u

/** @throws Error unless the text is a single plain address */
export function checkedAddress(address: string): string {
  if (!singleAddress.test(address)) throw new Error('The address of the recipient is not valid')
  return address
}

/** Marks a mail as automatic, which suppresses out-of-office replies. */
export const AUTOMATIC_HEADERS = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

interface MailContent {
  /** Document title and heading. */
  title: string
  /** Paragraphs above and below the heading. */
  above: readonly string[]
  below?: readonly string[]
  /** A message as HTML that is already safe, for a block quote. */
  quoteHtml?: string
  /** Label and target of the button. */
  action: string
  link: string
  footer: string
}

const paragraph = (text: string) =>
  `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(text)}</p>`

/** The HTML part of a mail. All texts but `quoteHtml` are escaped. */
export function renderMailHtml({
  title,
  above,
  below = [],
  quoteHtml,
  action,
  link,
  footer,
}: MailContent): string {
  const heading = escapeHtml(title)
  const quoted = quoteHtml
    ? `<blockquote style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #d4d4d8;color:#3f3f46;overflow-wrap:anywhere">${quoteHtml}</blockquote>`
    : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${heading}</title></head>
<body style="margin:0;background:#f4f4f5;font:15px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#18181b">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
<div style="background:#ffffff;border:1px solid #e4e4e7;border-radius:8px;padding:32px">
${above.map(paragraph).join('\n')}
<h1 style="margin:0 0 16px;font-size:18px;line-height:1.3;overflow-wrap:anywhere">${heading}</h1>${quoted}${below.map(paragraph).join('\n')}
<p style="margin:24px 0 0"><a href="${escapeHtml(link)}" style="display:inline-block;background:#2453c9;color:#ffffff;text-decoration:none;font-weight:600;padding:10px 18px;border-radius:6px">${escapeHtml(action)}</a></p>
</div>
<p style="margin:16px 8px 0;font-size:12px;color:#71717a;overflow-wrap:anywhere">${escapeHtml(footer)}</p>
</div></body></html>`
}
