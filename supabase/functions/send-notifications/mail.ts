import { AUTOMATIC_HEADERS, checkedAddress, renderMailHtml, oneLine } from '../_shared/mail-html.ts'
import { markdownToHtml, markdownToText } from '../_shared/mail-markdown.ts'
import type { OutgoingMail } from '../_shared/smtp.ts'

/** A row of `take_notifications`. */
export interface Notification {
  id: string
  kind: string
  recipientEmail: string
  recipientName: string
  ticketId: string
  ticketNumber: number
  ticketSubject: string
  actorName: string
  /** The beginning of the text, or the new status of a status change. */
  excerpt: string
  /** The recipient was entered by staff and has set no password yet. */
  needsPassword: boolean
}

export interface Mail extends OutgoingMail {
  messageId: string
  /** Threads the mails of one ticket in the recipient's mailbox. */
  references: string
}

const statusLabels: Record<string, string> = {
  open: 'Open',
  in_progress: 'In Progress',
  pending: 'Pending',
  on_hold: 'On Hold',
  solved: 'Solved',
  closed: 'Closed',
}

/** One sentence about the event, and the text to quote if a person wrote it. */
function describe({ kind, actorName, excerpt }: Notification): { sentence: string; quote: string } {
  const actor = oneLine(actorName) || 'Somebody'
  if (kind === 'reply') return { sentence: `${actor} replied to your ticket.`, quote: excerpt }
  if (kind === 'opened') return { sentence: `${actor} opened a ticket for you.`, quote: excerpt }
  if (kind === 'comment') return { sentence: `${actor} commented on a ticket assigned to you.`, quote: excerpt }
  if (kind === 'reopened') return { sentence: `${actor} replied and reopened a ticket assigned to you.`, quote: excerpt }
  if (kind === 'taken_over') return { sentence: `${actor} took over a ticket that was assigned to you.`, quote: excerpt }
  if (kind === 'assigned') return { sentence: `${actor} assigned a ticket to you.`, quote: '' }
  if (kind === 'status') {
    return {
      sentence: `${actor} set the status of your ticket to ${statusLabels[excerpt] ?? excerpt}.`,
      quote: '',
    }
  }
  return { sentence: `${actor} changed your ticket.`, quote: excerpt }
}

/**
 * The mail of a notification, as plain text and HTML.
 * @param portal - URL of the portal, without a trailing slash
 * @throws Error unless the recipient's address is a single plain address
 */
export function notificationMail(notification: Notification, portal: string): Mail {
  const { recipientEmail, ticketId, ticketNumber, needsPassword, id } = notification
  const address = checkedAddress(recipientEmail)
  const title = oneLine(notification.ticketSubject)
  const { sentence, quote } = describe(notification)
  const action = needsPassword ? 'Set a password' : 'Open the ticket'
  const link = needsPassword
    ? `${portal}/auth/reset-password?email=${encodeURIComponent(address)}`
    : `${portal}/tickets/${encodeURIComponent(ticketId)}`
  const below = needsPassword ? ['Set a password to read and answer it in our portal.'] : []
  const host = new URL(portal).hostname
  const footer = 'You choose in your settings which mails you get. Answers to this mail are not read.'
  const quoted = quote.trim()
  const name = oneLine(notification.recipientName)
  const greeting = name ? `Hello ${name},` : 'Hello,'
  return {
    to: { name, address },
    subject: `[#${ticketNumber}] ${title}`,
    text: [
      greeting,
      `${sentence}\n${title}`,
      ...(quoted ? [markdownToText(quoted).replace(/^/gm, '> ')] : []),
      ...below,
      `${action}: ${link}`,
      footer,
      '',
    ].join('\n\n'),
    html: renderMailHtml({
      title,
      above: [greeting, sentence],
      quoteHtml: quoted && markdownToHtml(quoted),
      below,
      action,
      link,
      footer,
    }),
    messageId: `<notification.${id}@${host}>`,
    references: `<ticket.${ticketId}@${host}>`,
    headers: AUTOMATIC_HEADERS,
  }
}
