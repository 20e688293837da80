/** A row of `take_notifications`. */
export interface Notification {
  id: string
  kind: string
  recipientEmail: string
  recipientName: string
  ticketId: string
  ticketSubject: string
  actorName: string
  /** The beginning of the text; of a status change the new status. */
  excerpt: string
}

export interface Mail {
  to: { name: string; address: string }
  subject: string
  text: string
  html: string
  messageId: string
  /** Mails about one ticket lie together in the reader's mailbox. */
  references: string
  headers: Record<string, string>
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign)

/** One line without control signs: nothing of a person's text becomes a header of its own. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()

const statusWords: Record<string, string> = {
  open: 'Open',
  in_progress: 'In Progress',
  pending: 'Pending',
  on_hold: 'On Hold',
  solved: 'Solved',
  closed: 'Closed',
}

/** What happened, in one sentence, and whether the excerpt is somebody's own words. */
function event({ kind, actorName, excerpt }: Notification): { happened: string; quote: string } {
  const who = oneLine(actorName) || 'Somebody'
  if (kind === 'reply') return { happened: `${who} replied to your ticket.`, quote: excerpt }
  if (kind === 'comment') return { happened: `${who} commented on a ticket assigned to you.`, quote: excerpt }
  if (kind === 'assigned') return { happened: `${who} assigned a ticket to you.`, quote: '' }
  if (kind === 'status') {
    return { happened: `${who} set the status of your ticket to ${statusWords[excerpt] ?? excerpt}.`, quote: '' }
  }
  return { happened: `${who} changed your ticket.`, quote: excerpt }
}

/** Only what is surely one mailbox: a list or a quoted name could lead the mail to somebody else. */
const singleAddress = /^[^\s@,;:<>()[\]\\"]+@[^\s@,;:<>()[\]\\"]+$/u

/**
 * The mail of one notification, plain and HTML.
 * @param portal - the portal's address, without a slash at its end
 * @throws Error when the recipient's address is not plainly one address
 */
export function mailOf(notification: Notification, portal: string): Mail {
  const { recipientEmail, ticketId, id } = notification
  if (!singleAddress.test(recipientEmail)) throw new Error('The address of the recipient is not valid')
  const title = oneLine(notification.ticketSubject)
  const { happened, quote } = event(notification)
  const link = `${portal}/tickets/${encodeURIComponent(ticketId)}`
  const host = new URL(portal).hostname
  const footer = 'You choose in your settings which mails you get. Answers to this mail are not read.'
  const quoted = quote.trim()
  const name = oneLine(notification.recipientName)
  const hello = name ? `Hello ${name},` : 'Hello,'
  return {
    to: { name, address: recipientEmail },
    subject: `[Ticket #${ticketId.slice(0, 8)}] ${title}`,
    text: [
      hello,
      `${happened}\n${title}`,
      ...(quoted ? [quoted.replace(/^/gm, '> ')] : []),
      `Open the ticket: ${link}`,
      footer,
      '',
    ].join('\n\n'),
    html: page({ title, hello, happened, quoted, link, footer }),
    messageId: `<notification.${id}@${host}>`,
    references: `<ticket.${ticketId}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  }
}

interface Page {
  title: string
  hello: string
  happened: string
  quoted: string
  link: string
  footer: string
}

function page(words: Page): string {
  const { title, hello, happened, footer } = words
  const [heading, greeting, sentence, last] = [title, hello, happened, footer].map(escapeHtml)
  const href = escapeHtml(words.link)
  const quote = words.quoted
    ? `<blockquote style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid #d4d4d8;color:#3f3f46;white-space:pre-wrap;overflow-wrap:anywhere">${escapeHtml(words.quoted)}</blockquote>`
    : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${heading}</title></head>
<body style="margin:0;background:#f4f4f5;font:15px/1.5 -apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;color:#18181b">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
<div style="background:#ffffff;border:1px solid #e4e4e7;border-radius:8px;padding:32px">
<p style="margin:0 0 16px">${greeting}</p>
<p style="margin:0 0 16px">${sentence}</p>
<h1 style="margin:0 0 16px;font-size:18px;line-height:1.3;overflow-wrap:anywhere">${heading}</h1>${quote}
<p style="margin:24px 0 0"><a href="${href}" style="display:inline-block;background:#2453c9;color:#ffffff;text-decoration:none;font-weight:600;padding:10px 18px;border-radius:6px">Open the ticket</a></p>
</div>
<p style="margin:16px 8px 0;font-size:12px;color:#71717a">${last}</p>
</div></body></html>`
}
