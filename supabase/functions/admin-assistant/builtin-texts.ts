import type { Named } from './desk.ts'
import type { Dashboard, Detail, QueueFigures, Summary } from './rows.ts'

/** What people wrote, so that Markdown takes nothing in it for its own. */
export const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_{}[\]()<>#+!|~&]/g, '\\$&')
    // a bare address would become a link
    .replaceAll(/(\w):\/\//g, '$1:\u200b//')
    .replaceAll(/www\./gi, (found) => `${found.slice(0, 3)}\u200b.`)
    .replaceAll('@', '\u200b@')

const word = (value: string) => value.replaceAll('_', ' ')
const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length)}…` : text)
export const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`
const capped = (n: number) => (n > 1000 ? 'more than 1000' : String(n))

/** How long ago, as people say it. */
function ago(time: string, now: number): string {
  const minutes = Math.max(0, Math.round((now - Date.parse(time)) / 60_000))
  if (minutes < 60) return `${count(minutes, 'minute')} ago`
  if (minutes < 48 * 60) return `${count(Math.round(minutes / 60), 'hour')} ago`
  return `${count(Math.round(minutes / 1440), 'day')} ago`
}

export const ticketLink = ({ id, subject }: { id: string; subject: string }) =>
  `[${plain(subject)}](/tickets/${id})`

export const ticketLine = (row: Named<Summary>, now: number): string =>
  `- ${ticketLink(row)}: ${row.priority}, ${word(row.status)}, ${
    row.assignee ? `assigned to ${plain(row.assignee)}` : 'unassigned'
  }, created ${ago(row.created_at, now)}`

export function queueText({ active, by_status, active_by_priority, unassigned, solved, closed }: QueueFigures) {
  const list = (names: string[], of: Record<string, number>) =>
    names.map((name) => `| ${word(name)} | ${of[name] ?? 0} |`)
  return [
    `There ${active === 1 ? 'is' : 'are'} **${count(active, 'active ticket')}**, ${unassigned} of them unassigned.`,
    '',
    '| Status | Tickets |',
    '|---|---:|',
    ...list(['open', 'in_progress', 'pending', 'on_hold'], by_status),
    `| solved | ${capped(solved)} |`,
    `| closed | ${capped(closed)} |`,
    '',
    '| Priority of active tickets | Tickets |',
    '|---|---:|',
    ...list(['urgent', 'high', 'medium', 'normal', 'low'], active_by_priority),
  ].join('\n')
}

const minutes = (value: number | null) => (value === null ? '–' : `${Math.round(value)} min`)
const share = (value: number | null) => (value === null ? '–' : `${Math.round(value * 100)} %`)

export function agentsText({ agents }: Dashboard): string {
  if (agents.length === 0) return 'There are no agents yet.'
  return [
    'Agents and admins, over the last 30 days:',
    '',
    '| Name | Active | Resolved | First response | Satisfaction |',
    '|---|---:|---:|---:|---:|',
    ...agents.map(
      (a) =>
        `| ${plain(a.name)} | ${a.assigned} | ${a.resolved} | ${minutes(a.response_minutes)} | ${share(a.satisfaction_rate)} |`,
    ),
  ].join('\n')
}

export function summaryText({ ticket, comments, assignee, customer }: Detail, now: number): string {
  const notes = comments.filter(({ is_internal }) => is_internal).length
  const last = comments.at(-1)
  return [
    `**${ticketLink(ticket)}**`,
    '',
    `- ${word(ticket.status)}, priority ${ticket.priority}, ${assignee ? `assigned to ${plain(assignee.name)}` : 'unassigned'}`,
    `- From ${customer ? plain(customer.name) : 'somebody'}, created ${ago(ticket.created_at, now)}, updated ${ago(ticket.updated_at, now)}`,
    `- ${count(comments.length - notes, 'comment')}, ${count(notes, 'internal note')}`,
    '',
    `> ${plain(cut(ticket.description, 400))}`,
    ...(last
      ? [
          '',
          `Last ${last.is_internal ? 'note' : 'comment'}, by ${plain(last.author_name ?? 'somebody')} ${ago(last.created_at, now)}:`,
          '',
          `> ${plain(cut(last.content, 300))}`,
        ]
      : []),
  ].join('\n')
}

export const NOT_CONFIGURED =
  '*No AI model is configured. This answer comes from built-in rules over the same data.*'

export const ABILITIES = [
  'I can answer questions such as:',
  '',
  '- How many tickets are there?',
  '- What are the oldest unassigned tickets?',
  '- Which tickets are urgent?',
  '- How are the agents doing?',
  '- Find tickets about *a word*',
  '- Summarize the ticket *its id or its subject*',
  '- Set *ticket id* to high, or to solved; assign *ticket id* to *an agent* (you decide with Apply)',
].join('\n')
