import { withMarks } from '../_shared/mark-references.ts'
import type { WithNames } from './helpdesk-api.ts'
import type { Dashboard, Detail, QueueFigures, Summary } from './rows.ts'

/** Escapes user text for Markdown. */
export const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*_{}[\]()<>#+!|~&]/g, '\\$&')
    // Bare URLs and addresses would become links.
    .replaceAll(/(\w):\/\//g, '$1:\u200b//')
    .replaceAll(/www\./gi, (found) => `${found.slice(0, 3)}\u200b.`)
    .replaceAll('@', '\u200b@')

const label = (value: string) => value.replaceAll('_', ' ')
export const truncate = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length)}…` : text
const pluralize = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`
const formatCapped = (n: number) => (n > 1000 ? 'more than 1000' : String(n))

function formatAge(time: string, now: number): string {
  const minutes = Math.max(0, Math.round((now - Date.parse(time)) / 60_000))
  if (minutes < 60) return `${pluralize(minutes, 'minute')} ago`
  if (minutes < 48 * 60) return `${pluralize(Math.round(minutes / 60), 'hour')} ago`
  return `${pluralize(Math.round(minutes / 1440), 'day')} ago`
}

const ticketLink = ({ id, subject }: { id: string; subject: string }) =>
  `[${escapeMarkdown(subject)}](/tickets/${id})`

export const ticketLine = (row: WithNames<Summary>, now: number): string =>
  `- ${ticketLink(row)}: ${row.priority}, ${label(row.status)}, ${
    row.assignee ? `assigned to ${escapeMarkdown(row.assignee)}` : 'unassigned'
  }, created ${formatAge(row.created_at, now)}`

export function queueText({
  active,
  by_status,
  active_by_priority,
  snoozed,
  unassigned,
  solved,
  closed,
}: QueueFigures) {
  const list = (names: string[], of: Record<string, number>) =>
    names.map((name) => `| ${label(name)} | ${of[name] ?? 0} |`)
  return [
    `There ${active === 1 ? 'is' : 'are'} **${pluralize(active, 'active ticket')}**, ${unassigned} of them unassigned.`,
    '',
    '| Status | Tickets |',
    '|---|---:|',
    ...list(['open', 'in_progress', 'pending', 'on_hold'], by_status),
    ...(snoozed > 0 ? [`| snoozed | ${snoozed} |`] : []),
    `| solved | ${formatCapped(solved)} |`,
    `| closed | ${formatCapped(closed)} |`,
    '',
    '| Priority of active tickets | Tickets |',
    '|---|---:|',
    ...list(['urgent', 'high', 'medium', 'normal', 'low'], active_by_priority),
  ].join('\n')
}

const formatMinutes = (value: number | null) => (value === null ? '–' : `${Math.round(value)} min`)
const formatShare = (value: number | null) => (value === null ? '–' : `${Math.round(value * 100)} %`)

export function agentsText({ agents }: Dashboard): string {
  if (agents.length === 0) return 'There are no agents yet.'
  return [
    'Agents and admins, over the last 30 days:',
    '',
    '| Name | Active | Resolved | First response | Satisfaction |',
    '|---|---:|---:|---:|---:|',
    ...agents.map(
      (a) =>
        `| ${escapeMarkdown(a.name)} | ${a.assigned} | ${a.resolved} | ${formatMinutes(a.response_minutes)} | ${formatShare(a.satisfaction_rate)} |`,
    ),
  ].join('\n')
}

export function summaryText({ ticket, comments, assignee, customer }: Detail, now: number): string {
  const notes = comments.filter(({ is_internal }) => is_internal).length
  const last = comments.at(-1)
  return [
    `**${ticketLink(ticket)}**`,
    '',
    `- ${label(ticket.status)}, priority ${ticket.priority}, ${assignee ? `assigned to ${escapeMarkdown(assignee.name)}` : 'unassigned'}`,
    `- From ${customer ? escapeMarkdown(customer.name) : 'somebody'}, created ${formatAge(ticket.created_at, now)}, updated ${formatAge(ticket.updated_at, now)}`,
    `- ${pluralize(comments.length - notes, 'comment')}, ${pluralize(notes, 'internal note')}`,
    '',
    `> ${escapeMarkdown(truncate(withMarks(ticket.description), 400))}`,
    ...(last
      ? [
          '',
          `Last ${last.is_internal ? 'note' : 'comment'}, by ${escapeMarkdown(last.author_name ?? 'somebody')} ${formatAge(last.created_at, now)}:`,
          '',
          `> ${escapeMarkdown(truncate(withMarks(last.content), 300))}`,
        ]
      : []),
  ].join('\n')
}

export const oldestUnassigned = 'The oldest unassigned tickets:'
export const noneUnassigned = 'No open ticket is unassigned.'
export const ofPriority = (count: number, priority: string) =>
  `**${pluralize(count, 'active ticket')}** ${count === 1 ? 'has' : 'have'} the priority ${priority}.`
export const noneOfPriority = (priority: string) => `No active ticket has the priority ${priority}.`
export const ticketsAbout = (query: string) => `Tickets about “${escapeMarkdown(query)}”, newest first:`
export const noneAbout = (query: string) => `I found no ticket about “${escapeMarkdown(query)}”.`
export const alsoMatching = 'Also matching:'
export const noSuchTicket = 'I found no such ticket.'
export const noSuchAgent = (name: string) => `I know no agent named ${escapeMarkdown(name)}.`
/** The reason of a proposal. */
export const askedFor = 'You asked for it.'
export const proposed = (ticket: { id: string; subject: string }) =>
  `I propose this for ${ticketLink(ticket)}. Nothing changes until you choose Apply.`

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
