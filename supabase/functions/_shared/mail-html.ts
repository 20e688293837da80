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

export interface Brand {
  name: string
  /** #rrggbb */
  accent?: string
  /** `src` of the logo: `cid:…` */
  logo?: string
}

interface MailContent {
  /** Document title and heading. */
  title: string
  brand?: Brand
  /** Paragraphs above and below the heading. */
  above: readonly string[]
  below?: readonly string[]
  /** A message as HTML that is already safe. */
  messageHtml?: string
  /** Label and target of the button; no button without a link. */
  action?: string
  link?: string
  footer: readonly string[]
  footerLink?: { label: string; url: string } | undefined
  /** Earlier messages as HTML that is already safe. */
  historyHtml?: string
}

const DEFAULT_ACCENT = '#2453c9'

const paragraph = (text: string) =>
  `<p style="margin:0 0 16px;overflow-wrap:anywhere;white-space:pre-line">${escapeHtml(text)}</p>`

/** Black or white, whichever has more contrast on the colour (WCAG relative luminance). */
function textOn(color: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? '#000000' : '#ffffff'
}

function header({ name, logo }: Brand): string {
  const image = logo ? `<img src="${escapeHtml(logo)}" alt="" height="28" style="height:28px;vertical-align:middle;margin-right:8px">` : ''
  return `<p style="margin:0 8px 16px;font-weight:600;overflow-wrap:anywhere">${image}${escapeHtml(name)}</p>`
}

function button(action: string, link: string, accent: string): string {
  return `<p style="margin:24px 0 0"><a href="${escapeHtml(link)}" style="display:inline-block;background:${accent};color:${textOn(accent)};text-decoration:none;font-weight:600;padding:10px 18px;border-radius:6px">${escapeHtml(action)}</a></p>`
}

/** The HTML part of a mail. All texts but `messageHtml` and `historyHtml` are escaped. */
export function renderMailHtml(content: MailContent): string {
  const { title, brand, above, below = [], messageHtml, action, link, footer, footerLink, historyHtml } = content
  const heading = escapeHtml(title)
  const accent = /^#[0-9a-f]{6}$/.test(brand?.accent ?? '') ? (brand?.accent ?? '') : DEFAULT_ACCENT
  const message = messageHtml ? `<div style="margin:0 0 16px;overflow-wrap:anywhere">${messageHtml}</div>` : ''
  const end = footerLink
    ? [`<a href="${escapeHtml(footerLink.url)}" style="color:#52525b">${escapeHtml(footerLink.label)}</a>`]
    : []
  const lines = [...footer.map(escapeHtml), ...end].map(
    (line) => `<p style="margin:8px 8px 0;font-size:12px;color:#52525b;overflow-wrap:anywhere">${line}</p>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${heading}</title></head>
<body style="margin:0;background:#f4f4f5;font:15px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#18181b">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
${brand?.name ? header(brand) : ''}<div style="background:#ffffff;border:1px solid #e4e4e7;border-radius:8px;padding:24px">
${above.map(paragraph).join('\n')}
<h1 style="margin:0 0 16px;font-size:18px;line-height:1.3;overflow-wrap:anywhere">${heading}</h1>${message}${below.map(paragraph).join('\n')}
${action && link ? button(action, link, accent) : ''}
</div>
${lines.join('\n')}
</div>${historyHtml ? `<div style="max-width:544px;margin:0 auto;padding:0 24px 32px;font-size:13px;color:#52525b">${historyHtml}</div>` : ''}</body></html>`
}
