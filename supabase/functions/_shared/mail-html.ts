import { LIGHT, mailColors, type MailColors } from './mail-colors.ts'
import { darkStyle, linkStyle, styled } from './mail-style.ts'
import * as texts from './mail-texts.ts'

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
  if (!singleAddress.test(address)) throw new Error(texts.addressInvalid)
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

/** A question with links as its answers. */
export interface Question {
  text: string
  answers: readonly { icon: string; label: string; url: string }[]
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
  /** A sentence below the button that ends with a link. */
  hint?: { text: string; label: string; url: string } | undefined
  question?: Question | undefined
  footer: readonly string[]
  footerLink?: { label: string; url: string } | undefined
  /** Earlier messages as HTML that is already safe. */
  historyHtml?: string
}

const paragraph = (text: string) =>
  `<p dir="auto" style="margin:0 0 16px;overflow-wrap:anywhere;white-space:pre-line">${escapeHtml(text)}</p>`

// White like the logo's own background (png-on-white.ts). Programs that turn colors dark leave gradients alone.
const LOGO =
  'height:28px;vertical-align:middle;margin-right:8px;padding:4px;border-radius:4px;background:#ffffff linear-gradient(#ffffff,#ffffff)'

function header({ name, logo }: Brand): string {
  const image = logo ? `<img src="${escapeHtml(logo)}" alt="" height="28" style="${LOGO}">` : ''
  return `<p style="margin:0 8px 16px;font-weight:600;overflow-wrap:anywhere">${image}${escapeHtml(name)}</p>`
}

function button(action: string, link: string, { accent, onAccent, link: edge }: MailColors): string {
  const style = `display:inline-block;background:${accent};color:${onAccent};border:1px solid ${edge};text-decoration:none;font-weight:600;padding:9px 17px;border-radius:6px`
  return `<p style="margin:24px 0 0"><a href="${escapeHtml(link)}" ${styled('hd-button', style)}>${escapeHtml(action)}</a></p>`
}

const CHOICE = `display:inline-block;border:1px solid #71717a;color:${LIGHT.text};text-decoration:none;font-weight:600;padding:7px 15px;margin:8px 8px 0 0;border-radius:6px`

function question({ text, answers }: Question): string {
  const links = answers.map(
    ({ icon, label, url }) =>
      `<a href="${escapeHtml(url)}" ${styled('hd-choice', CHOICE)}>${icon} ${escapeHtml(label)}</a>`,
  )
  return `<p style="margin:24px 0 0">${escapeHtml(text)}<br>${links.join('')}</p>`
}

/** The HTML part of a mail. All texts but `messageHtml` and `historyHtml` are escaped. */
export function renderMailHtml(content: MailContent): string {
  const {
    title,
    brand,
    above,
    below = [],
    messageHtml,
    action,
    link,
    hint,
    footer,
    footerLink,
    historyHtml,
  } = content
  const heading = escapeHtml(title)
  const colors = mailColors(brand?.accent)
  const message = messageHtml
    ? `<div style="margin:0 0 16px;overflow-wrap:anywhere">${messageHtml}</div>`
    : ''
  const end = footerLink
    ? [
        `<a href="${escapeHtml(footerLink.url)}" ${styled('hd-muted', `color:${LIGHT.muted}`)}>${escapeHtml(footerLink.label)}</a>`,
      ]
    : []
  const lines = [...footer.map(escapeHtml), ...end].map(
    (line) =>
      `<p ${styled('hd-muted', `margin:8px 8px 0;font-size:12px;color:${LIGHT.muted};overflow-wrap:anywhere`)}>${line}</p>`,
  )
  const after = hint
    ? `<p style="margin:16px 0 0">${escapeHtml(hint.text)} <a href="${escapeHtml(hint.url)}" ${linkStyle(colors.link)}>${escapeHtml(hint.label)}</a></p>`
    : ''
  const body = `margin:0;background:${LIGHT.page};font:15px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:${LIGHT.text}`
  const card = `background:${LIGHT.card};border:1px solid ${LIGHT.border};border-radius:8px;padding:24px`
  const history = `max-width:544px;margin:0 auto;padding:0 24px 32px;font-size:13px;color:${LIGHT.muted}`
  return `<!doctype html>
<html lang="${texts.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${darkStyle(colors)}<title>${heading}</title></head>
<body ${styled('hd-page', body)}>
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
${brand?.name ? header(brand) : ''}<div ${styled('hd-card', card)}>
${above.map(paragraph).join('\n')}
<h1 dir="auto" style="margin:0 0 16px;font-size:18px;line-height:1.3;overflow-wrap:anywhere">${heading}</h1>${message}${below.map(paragraph).join('\n')}
${action && link ? button(action, link, colors) : ''}${after}${content.question ? question(content.question) : ''}
</div>
${lines.join('\n')}
</div>${historyHtml ? `<div ${styled('hd-muted', history)}>${historyHtml}</div>` : ''}</body></html>`
}
