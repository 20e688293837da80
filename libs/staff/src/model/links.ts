import type { LinkedTicket, LinkedTickets } from '@helpdesk/tickets/model/rows'
import type { BulkTarget } from './bulk'
import * as texts from './link-texts'

/** The kinds that the server knows: each source is the `kind` of the target. */
export type LinkKind = 'related' | 'incident' | 'split' | 'follow_up'

export interface TicketLink {
  sources: readonly string[]
  target: string
  kind: LinkKind
}

/** What the found ticket becomes to those that are linked with it. */
export type LinkChoice = 'related' | 'problem' | 'incident'

/** One ticket can be given an incident; several can only get one problem. */
export const linkChoices = (count: number): LinkChoice[] =>
  count === 1 ? ['related', 'problem', 'incident'] : ['problem', 'related']

/** The link of tickets with a found one. */
export function linkOf(
  tickets: readonly Pick<BulkTarget, 'id'>[],
  found: string,
  choice: LinkChoice,
): TicketLink {
  const ids = tickets.map(({ id }) => id).filter((id) => id !== found)
  if (choice === 'incident') return { sources: [found], target: ids[0] ?? found, kind: 'incident' }
  return { sources: ids, target: found, kind: choice === 'problem' ? 'incident' : 'related' }
}

const kinds: Record<string, readonly [LinkKind, 'from' | 'to']> = {
  related: ['related', 'from'],
  problem: ['incident', 'from'],
  incident: ['incident', 'to'],
  split_from: ['split', 'from'],
  split_into: ['split', 'to'],
  follow_up_of: ['follow_up', 'from'],
  followed_by: ['follow_up', 'to'],
}

/** The link that a ticket shows as this line; undefined for one that is newer than this build. */
export function linkOfLine(ticketId: string, { id, relation }: LinkedTicket): TicketLink | undefined {
  const [kind, side] = kinds[relation] ?? []
  if (!kind) return undefined
  return side === 'from'
    ? { sources: [ticketId], target: id, kind }
    : { sources: [id], target: ticketId, kind }
}

/** The lines of a ticket by relation, in the order of the server, with their heading. */
export function linkGroups({ tickets, incidents, open_incidents }: LinkedTickets) {
  const relations = [...new Set(tickets.map(({ relation }) => relation))]
  return relations.map((relation) => ({
    relation,
    title:
      relation === 'incident'
        ? texts.incidentCount(incidents, open_incidents)
        : texts.relationTitle(relation),
    tickets: tickets.filter((ticket) => ticket.relation === relation),
  }))
}
