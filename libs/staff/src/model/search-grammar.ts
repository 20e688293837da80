import { isTicketPriority, TICKET_PRIORITIES, type TicketPriority } from '@helpdesk/tickets/model/priorities'
import { isTicketStatus, TICKET_STATUSES, type TicketStatus } from '@helpdesk/tickets/model/statuses'
import { IS_WORDS, type TicketListFilter } from '@helpdesk/tickets/model/ticket-list'
import { searchTokens, type SearchKey } from './search-tokens'
import { cleanTag } from './tags'
import * as texts from './search-texts'

/** A search text with its filters. Absent fields do not filter. */
export interface ParsedSearch extends TicketListFilter {
  /** The words to search for. */
  text: string
  status?: TicketStatus | 'active'
  priority?: TicketPriority
  tag?: string
  /** Part of the requester's name or e-mail. */
  from?: string
  /** `me`, `none`, or part of a name or e-mail. */
  assigned?: string
  /** First and last time of creation, as ISO timestamps. */
  createdFrom?: string
  createdUntil?: string
  /** Sentences for the user. */
  errors: string[]
}

const DAY_EXAMPLE = '2026-01-31'

/** The stored spelling: `In progress` and `in-progress` become `in_progress`. */
const asValue = (text: string): string => text.toLowerCase().replaceAll(' ', '_').replaceAll('-', '_')

/** Parses `yyyy-mm-dd` as the start of that day in the local time zone; null when there is no such day. */
export function dayOf(text: string): Date | null {
  const parts = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (!parts) return null
  const [year = 0, month = 0, day = 0] = parts.slice(1).map(Number)
  const date = new Date(year, month - 1, day)
  // The constructor turns February 30 into March 2, and the year 26 into 1926.
  return date.getFullYear() === year && date.getMonth() === month - 1 ? date : null
}

/** Reads one filter into the result, or returns an error. */
function readFilter(result: ParsedSearch, key: SearchKey, value: string): string | undefined {
  if (value === '') return texts.needsValue(key)
  switch (key) {
    case 'status': {
      const status = asValue(value)
      if (!isTicketStatus(status)) return texts.unknownStatus(value, TICKET_STATUSES.join(', '))
      result.status = status
      return
    }
    case 'priority': {
      const priority = asValue(value)
      if (!isTicketPriority(priority)) return texts.unknownPriority(value, TICKET_PRIORITIES.join(', '))
      result.priority = priority
      return
    }
    case 'tag':
      result.tag = cleanTag(value)
      return
    case 'from':
    case 'assigned':
      result[key] = value
      return
    case 'is': {
      const found = IS_WORDS.find(({ word }) => word === asValue(value))
      if (!found) return texts.unknownWord(value, IS_WORDS.map(({ word }) => word).join(', '))
      Object.assign(result, found.filter)
      return
    }
    case 'before':
    case 'after': {
      const day = dayOf(value)
      if (!day) return texts.needsDay(key, DAY_EXAMPLE)
      // The day of `after:` is included, the day of `before:` is not.
      if (key === 'after') result.createdFrom = day.toISOString()
      else result.createdUntil = new Date(day.getTime() - 1).toISOString()
    }
  }
}

/** Parses a search text: words, and the filters of `SEARCH_KEYS`, each at most once, with quoted values. */
export function parseSearch(query: string): ParsedSearch {
  const result: ParsedSearch = { text: '', errors: [] }
  const words: string[] = []
  const used = new Set<SearchKey>()
  for (const { key, value, unclosed } of searchTokens(query)) {
    if (!key) {
      words.push(value)
      continue
    }
    const error = unclosed
      ? texts.quoteNotClosed(key)
      : used.has(key)
        ? texts.usedOnce(key)
        : readFilter(result, key, value)
    used.add(key)
    if (error) result.errors.push(error)
  }
  result.text = words.join(' ')
  const { createdFrom, createdUntil } = result
  if (createdFrom && createdUntil && createdFrom > createdUntil) result.errors.push(texts.datesReversed)
  if ((createdFrom || createdUntil) && !result.text) result.errors.push(texts.dateNeedsWord)
  return result
}
