import { priorityLabel, TICKET_PRIORITIES } from '@helpdesk/tickets/model/priorities'
import { statusLabel, TICKET_STATUSES } from '@helpdesk/tickets/model/statuses'
import { IS_WORDS } from '@helpdesk/tickets/model/ticket-list'
import type { Person } from './person'
import { filterText, SEARCH_KEYS, searchTokens, type SearchKey, type SearchToken } from './search-tokens'
import * as texts from './search-texts'

/** Replaces the filter at the caret. */
export interface Completion {
  /** The whole filter: `status:open`, or `status:` to go on with its value. */
  text: string
  detail: string
}

/** Values known to the page. */
export interface KnownValues {
  tags: readonly string[]
  /** People whose name or e-mail contains the value of the filter. */
  people: readonly Person[]
  /** The current time in milliseconds. */
  now: number
}

const KEY_DETAILS: Record<SearchKey, string> = {
  status: texts.withStatus,
  priority: texts.withPriority,
  from: texts.requestedBy,
  assigned: texts.assignedToPerson,
  tag: texts.withTag,
  before: texts.createdBefore,
  after: texts.createdAfter,
  is: texts.isInState,
}
/** Characters of a word before filters are offered. */
const KEY_MIN = 2
const MAX_COMPLETIONS = 8
const DAY_MS = 86_400_000
const DAYS_AGO = [
  [0, texts.today],
  [7, texts.aWeekAgo],
  [30, texts.daysAgo(30)],
] as const

/** The word or filter that ends at the caret or contains it. */
export const tokenAt = (query: string, caret: number): SearchToken | undefined =>
  searchTokens(query).find(({ start, end }) => start < caret && caret <= end)

const dayText = (time: number): string => {
  const date = new Date(time)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

function valuesOf(key: SearchKey, { tags, people, now }: KnownValues): [value: string, detail: string][] {
  const persons = people.map(({ name, email }): [string, string] =>
    // An e-mail names one person, a name perhaps several.
    email ? [email, name] : [name, ''],
  )
  switch (key) {
    case 'status':
      return TICKET_STATUSES.map((status) => [status, statusLabel(status)])
    case 'priority':
      return TICKET_PRIORITIES.map((priority) => [priority, priorityLabel(priority)])
    case 'tag':
      return tags.map((tag) => [tag, ''])
    case 'from':
      return persons
    case 'assigned':
      return [['me', texts.assignedToYou], ['none', texts.notAssigned], ...persons]
    case 'is':
      return IS_WORDS.map(({ word, detail }) => [word, detail])
    case 'before':
    case 'after':
      return DAYS_AGO.map(([days, detail]) => [dayText(now - days * DAY_MS), detail])
  }
}

/** The completions of a word or filter; none for a complete filter. */
export function completionsOf(token: SearchToken | undefined, known: KnownValues): Completion[] {
  if (!token) return []
  const { key, value } = token
  const lowered = value.toLowerCase()
  if (!key)
    return SEARCH_KEYS.filter((each) => lowered.length >= KEY_MIN && each.startsWith(lowered)).map(
      (each) => ({
        text: `${each}:`,
        detail: KEY_DETAILS[each],
      }),
    )
  const values = valuesOf(key, known)
  if (values.some(([each]) => each === lowered)) return []
  const matching = values.filter(([each, detail]) => `${each}\n${detail}`.toLowerCase().includes(lowered))
  const startsWith = (pair: [string, string]) => pair.some((text) => text.toLowerCase().startsWith(lowered))
  return [...matching.filter(startsWith), ...matching.filter((pair) => !startsWith(pair))]
    .slice(0, MAX_COMPLETIONS)
    .map(([each, detail]) => ({ text: filterText(key, each), detail }))
}

/** Puts a completion in the place of a word or filter. A complete filter is followed by a space. */
export function applyCompletion(
  query: string,
  { start, end }: Pick<SearchToken, 'start' | 'end'>,
  { text }: Completion,
): { query: string; caret: number } {
  const rest = query.slice(end).trimStart()
  const before = query.slice(0, start) + text + (text.endsWith(':') ? '' : ' ')
  return { query: before + rest, caret: before.length }
}
