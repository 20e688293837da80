import { mailColors } from '../_shared/mail-colors.ts'
import { escapeHtml, oneLine } from '../_shared/mail-html.ts'
import { linkStyle } from '../_shared/mail-style.ts'
import type { Notification } from './notification.ts'
import * as texts from './texts.ts'

/** Tickets that a mail names; the portal has the others. */
const NAMED = 50

/** True for a mail about many tickets that changed their assignee at once; it belongs to none of them. */
export const isHandOver = ({ kind }: Notification): boolean => kind.endsWith('_many')

/** Subject and heading of a mail about many tickets. */
export const handOverTitle = ({ kind, tickets }: Notification): string =>
  kind === 'assigned_many'
    ? texts.assignedManySubject(tickets.length)
    : texts.takenOverManySubject(tickets.length)

const label = ({ number, subject }: Notification['tickets'][number]) => `#${number} ${oneLine(subject)}`

const others = (count: number) => (count > NAMED ? [texts.moreTickets(count - NAMED)] : [])

/** A line for each ticket, with its page. Empty for other mails. */
export const ticketsText = ({ tickets }: Notification, portal: string): string[] =>
  tickets.length === 0
    ? []
    : [
        [
          ...tickets
            .slice(0, NAMED)
            .map((ticket) => texts.link(label(ticket), `${portal}/tickets/${encodeURIComponent(ticket.id)}`)),
          ...others(tickets.length),
        ].join('\n'),
      ]

/** The same as HTML. */
export function ticketsHtml({ tickets, workspace }: Notification, portal: string): string {
  if (tickets.length === 0) return ''
  const style = linkStyle(mailColors(workspace.accent).link)
  const rows = tickets.slice(0, NAMED).map((ticket) => {
    const url = escapeHtml(`${portal}/tickets/${encodeURIComponent(ticket.id)}`)
    return `<a href="${url}" ${style}>${escapeHtml(label(ticket))}</a>`
  })
  return `<p style="margin:0 0 16px">${[...rows, ...others(tickets.length)].join('<br>')}</p>`
}
