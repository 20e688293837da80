const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)

/** One line without control signs: nothing of a person's text becomes a header of its own. */
export const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

/** Only what is surely one mailbox: a list or a quoted name could lead the mail to somebody else. */
const singleAddress = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/u

/** @throws Error when the text is not plainly one address */
export function checkedAddress(address: string): string {
  if (!singleAddress.test(address)) throw new Error('The address of the recipient is not valid')
  return address
}

/** Marks a mail as sent by a machine: out-of-office answers stay away. */
export const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

interface Letter {
  /** Its document's title, and its heading. */
  title: string
  /** Paragraphs over the heading and under it. */
  above: readonly string[]
  below?: readonly string[]
  /** Somebody's own words, set apart. */
  quote?: string
  /** What the button says, and where it leads. */
  action: string
  link: string
  footer: string
}

const paragraph = (text: string) => `<p style="margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(text)}</p>`

/** The HTML form of a mail; every text is taken as text. */
export function letterPage({ title, above, below = [], quote, action, link, footer }: Letter): string {
  const heading = escapeHtml(title)
  const quoted = quote
    ? `<blockquote style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #d4d4d8;color:#3f3f46;white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(quote)}</blockquote>`
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
