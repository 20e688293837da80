import { ticketRef } from '@helpdesk/tickets/model/ticket-number'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import type { BulkTarget } from './bulk'
import { ticketCount } from './bulk-texts'
import * as texts from './merge-texts'

/** A ticket that others can be merged into. */
export type MergeTarget = Pick<TicketSummary, 'id' | 'number' | 'subject'> &
  Partial<Pick<TicketSummary, 'customer_id' | 'requester_name'>>

/** `#1042 and #1043`, or `5 tickets`. */
export function namesOf(sources: readonly BulkTarget[]): string {
  const refs = sources.map(ticketRef)
  if (refs.length > 3 || refs.includes('')) return ticketCount(refs.length)
  return refs.length === 1 ? String(refs[0]) : `${refs.slice(0, -1).join(', ')} and ${refs.at(-1)}`
}

/** Who would see what after a merge, as sentences. */
export function audienceOf(sources: readonly BulkTarget[], target: MergeTarget): string[] {
  const into = ticketRef(target)
  const others = sources.filter(({ customer_id }) => customer_id !== target.customer_id)
  if (others.length === 0) return [texts.sameRequester(target.requester_name || texts.someone)]
  if (others.some(({ customer_id }) => customer_id === undefined)) return [texts.unknownRequesters(into)]
  const people = new Map(
    others.map(({ customer_id, requester_name }) => [customer_id, requester_name || texts.someone]),
  )
  return [
    ...[...people.values()].map((name) => texts.sourceRequester(name, into)),
    texts.targetRequester(target.requester_name || texts.someone, namesOf(others)),
    texts.internalStays,
  ]
}
