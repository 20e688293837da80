import { AUTOMATIC, checkedAddress, letterPage, oneLine } from '../_shared/letter.ts'
import type { OutgoingMail } from '../_shared/post-office.ts'

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

export interface Mail extends OutgoingMail {
  messageId: string
  /** Mails about one ticket lie together in the reader's mailbox. */
  references: string
}

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

/**
 * The mail of one notification, plain and HTML.
 * @param portal - the portal's address, without a slash at its end
 * @throws Error when the recipient's address is not plainly one address
 */
export function mailOf(notification: Notification, portal: string): Mail {
  const { recipientEmail, ticketId, id } = notification
  const address = checkedAddress(recipientEmail)
  const title = oneLine(notification.ticketSubject)
  const { happened, quote } = event(notification)
  const link = `${portal}/tickets/${encodeURIComponent(ticketId)}`
  const host = new URL(portal).hostname
  const footer = 'You choose in your settings which mails you get. Answers to this mail are not read.'
  const quoted = quote.trim()
  const name = oneLine(notification.recipientName)
  const hello = name ? `Hello ${name},` : 'Hello,'
  return {
    to: { name, address },
    subject: `[Ticket #${ticketId.slice(0, 8)}] ${title}`,
    text: [
      hello,
      `${happened}\n${title}`,
      ...(quoted ? [quoted.replace(/^/gm, '> ')] : []),
      `Open the ticket: ${link}`,
      footer,
      '',
    ].join('\n\n'),
    html: letterPage({
      title,
      above: [hello, happened],
      quote: quoted,
      action: 'Open the ticket',
      link,
      footer,
    }),
    messageId: `<notification.${id}@${host}>`,
    references: `<ticket.${ticketId}@${host}>`,
    headers: AUTOMATIC,
  }
}
