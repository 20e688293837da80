import { z } from '@helpdesk/supabase'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import { isResolved } from './closing'
import { SEARCH_MAX } from './limits'
import * as texts from './list-texts'
import {
  isTicketPriority,
  priorityLabel,
  priorityRank,
  TICKET_PRIORITIES,
  type TicketPriority,
} from './priorities'
import type { TicketSummary } from './rows'
import { isSnoozed, snoozeEnd } from './ticket-fields'
import { statusLabel, TICKET_STATUSES, type TicketStatus } from './statuses'

// Filter and order of ticket lists. Each field of the filter and each order is declared here and nowhere else: requests,
// live changes, addresses, controls, saved views and their words are made of the declarations.

/** Invalid values of a stored filter become undefined. */
const field = <S extends z.ZodMiniType>(schema: S) => z.catch(z.optional(schema), undefined)

/**
 * The filter of tickets as the database takes and stores it (`private.ticket_filter`). Absent fields do not filter, and the
 * server refuses unknown ones.
 */
export const ticketFilterSchema = z.object({
  /** `active` stands for the four statuses that need work; for staff, without snoozed tickets unless `snoozed` is set. */
  status: field(z.array(z.enum([...TICKET_STATUSES, 'active']))),
  priority: field(z.array(z.enum(TICKET_PRIORITIES))),
  /** A user id, or `me`. */
  assignee: field(z.string()),
  unassigned: field(z.boolean()),
  /** A user id. */
  requester: field(z.string()),
  tag: field(z.string()),
  /** Words to search for. */
  text: field(z.string()),
  /** Searches the text without corrections. */
  as_typed: field(z.boolean()),
  /** First and last time of creation as ISO timestamps. */
  created_from: field(z.string()),
  created_until: field(z.string()),
  snoozed: field(z.boolean()),
  /** For the caller, as rows have it; staff only. */
  unread: field(z.boolean()),
})
export type TicketFilter = z.infer<typeof ticketFilterSchema>

/** The fields of a list's filter. */
export interface FilterValues {
  status: TicketStatus | 'active'
  priority: TicketPriority
  /** `null` lists unassigned tickets. */
  assignedTo: string | null
  /** Set even where row level security implies it, so that the column's index is used. */
  customerId: string
  tag: string
  snoozed: boolean
  unread: boolean
  /** Words of the ticket, its comments, files, tags or people; see `searchTickets`. */
  search: string
  /** Searches the text without corrections. */
  asTyped: boolean
  /** First and last time of creation as ISO timestamps; only with `search`. */
  createdFrom: string
  createdUntil: string
}

/** How people choose a field in a list: `read` and `write` its value in the address, under the field's name. */
interface FilterChoice<Value> {
  read: (text: string) => Value | undefined
  write: (value: Value) => string
  /** The values of its select, and their names. Without it `FilterFields` shows the field itself, as it does with the tag. */
  select?: { label: string; options: readonly { value: string; label: string }[] }
}

export interface FilterField<Value> {
  /** Its part of the database's filter. */
  toFilter: (value: Value) => TicketFilter
  /** Its value in a stored filter. */
  of: (filter: TicketFilter) => Value | undefined
  /** True when a list with this value has the ticket. Absent for fields that only a search has, whose hits the server knows. */
  matches?: (row: TicketSummary, value: Value) => boolean
  /** What a stored filter says about it. */
  words?: (filter: TicketFilter) => string | undefined
  choice?: FilterChoice<Value>
  /** Its value for a word typed into the search box, as in `is:active`. */
  is?: { word: string; detail: string; value: Value }
}

/** The fields in the order of the reads in `remote.config.ts`, which the page's head begins. */
export const FIELDS = {
  status: {
    toFilter: (status) => ({ status: [status] }),
    of: ({ status }) => status?.[0],
    matches: (row, status) => (status === 'active' ? !isResolved(row) : row.status === status),
    words: ({ status }) =>
      status?.map((each) => (each === 'active' ? texts.active : statusLabel(each))).join(', ') ??
      texts.anyStatus,
    is: { word: 'active', detail: texts.active, value: 'active' },
  },
  priority: {
    toFilter: (priority) => ({ priority: [priority] }),
    of: ({ priority }) => priority?.[0],
    matches: (row, priority) => row.priority === priority,
    words: ({ priority }) => priority?.map(priorityLabel).join(', ') ?? texts.anyPriority,
    choice: {
      read: (text) => (isTicketPriority(text) ? text : undefined),
      write: (priority) => priority,
      select: {
        label: texts.priority,
        options: [
          { value: '', label: texts.allPriority },
          ...TICKET_PRIORITIES.map((value) => ({ value, label: priorityLabel(value) })),
        ],
      },
    },
  },
  assignedTo: {
    toFilter: (assignee) => (assignee === null ? { unassigned: true } : { assignee }),
    of: ({ assignee, unassigned }) => (unassigned ? null : assignee),
    matches: (row, assignee) => row.assigned_to === assignee,
    words: ({ assignee, unassigned }) =>
      unassigned
        ? texts.unassigned
        : assignee === 'me'
          ? texts.assignedToMe
          : assignee
            ? texts.assignedToOne
            : texts.anyAssignee,
  },
  customerId: {
    toFilter: (requester) => ({ requester }),
    of: ({ requester }) => requester,
    matches: (row, requester) => row.customer_id === requester,
  },
  tag: {
    toFilter: (tag) => ({ tag }),
    of: ({ tag }) => tag,
    matches: (row, tag) => (row.desk_tags ?? []).includes(tag),
    words: ({ tag }) => tag && texts.withTag(tag),
    choice: {
      read: (text) => text.trim().slice(0, SEARCH_MAX) || undefined,
      write: (tag) => tag,
    },
  },
  snoozed: {
    toFilter: (snoozed) => ({ snoozed }),
    of: ({ snoozed }) => snoozed,
    matches: (row, snoozed) => isSnoozed(row, serverNow()) === snoozed,
    words: ({ snoozed }) =>
      snoozed === undefined ? undefined : snoozed ? texts.isSnoozed : texts.isNotSnoozed,
    choice: {
      read: (text) => (text === 'yes' ? true : text === 'no' ? false : undefined),
      write: (snoozed) => (snoozed ? 'yes' : 'no'),
      select: {
        label: texts.snoozed,
        options: [
          { value: '', label: texts.snoozedOrNot },
          { value: 'yes', label: texts.snoozed },
          { value: 'no', label: texts.notSnoozed },
        ],
      },
    },
    is: { word: 'snoozed', detail: texts.snoozed, value: true },
  },
  unread: {
    toFilter: (unread) => ({ unread }),
    of: ({ unread }) => unread,
    matches: (row, unread) => (row.unread ?? false) === unread,
    words: ({ unread }) => (unread === undefined ? undefined : unread ? texts.isUnread : texts.isRead),
    choice: {
      read: (text) => (text === 'yes' ? true : text === 'no' ? false : undefined),
      write: (unread) => (unread ? 'yes' : 'no'),
      select: {
        label: texts.unread,
        options: [
          { value: '', label: texts.unreadOrNot },
          { value: 'yes', label: texts.unread },
          { value: 'no', label: texts.read },
        ],
      },
    },
    is: { word: 'unread', detail: texts.unread, value: true },
  },
  search: {
    toFilter: (text) => ({ text: text.trim() }),
    of: ({ text }) => text,
    words: ({ text }) => text && texts.withWords(text),
  },
  asTyped: {
    toFilter: (as_typed) => (as_typed ? { as_typed } : {}),
    of: ({ as_typed }) => as_typed,
  },
  createdFrom: {
    toFilter: (created_from) => ({ created_from }),
    of: ({ created_from }) => created_from,
  },
  createdUntil: {
    toFilter: (created_until) => ({ created_until }),
    of: ({ created_until }) => created_until,
  },
} satisfies { [K in keyof FilterValues]: FilterField<FilterValues[K]> }

export interface ListOrder {
  label: string
  words: readonly [descending: string, ascending: string]
  /** The field of a row by which a list goes on. */
  field: keyof TicketSummary
  /** Larger values come first in a descending list. Absent for texts, which only the server can compare. */
  place?: (row: TicketSummary) => number
  /** Rows of the same place are newest first, in both directions. */
  isGrouped?: true
  /** Lists only tickets that have the field. The server may leave out more, see `filter_for_order`. */
  isPartial?: true
}

/** A time as a number, 0 for none. */
export const timeOf = (text: string | null | undefined): number => (text ? Date.parse(text) : 0)

/**
 * The orders of a list, those of the specification first. `waiting` lists only tickets that wait for an answer; `customer` and
 * `assignee` sort by name. A search has `created_at` and `priority` only.
 */
export const ORDERS = {
  created_at: {
    label: texts.createdDate,
    words: [texts.newestFirst, texts.oldestFirst],
    field: 'created_at',
    place: (row) => timeOf(row.created_at),
  },
  priority: {
    label: texts.priority,
    words: [texts.urgentFirst, texts.urgentLast],
    field: 'priority',
    place: (row) => priorityRank(row.priority),
    isGrouped: true,
  },
  updated_at: {
    label: texts.lastUpdated,
    words: [texts.updatedFirst, texts.unchangedFirst],
    field: 'updated_at',
    place: (row) => timeOf(row.updated_at),
  },
  waiting: {
    label: texts.waitingLongest,
    words: [texts.waitingLongestFirst, texts.waitingShortestFirst],
    field: 'waiting_since',
    place: (row) => -timeOf(row.waiting_since),
    isPartial: true,
  },
  snoozed: {
    label: texts.snoozedUntil,
    words: [texts.soonestFirst, texts.latestFirst],
    field: 'snoozed_until',
    place: (row) => -snoozeEnd(row),
    isPartial: true,
  },
  status: {
    label: texts.status,
    words: [texts.openFirst, texts.closedFirst],
    field: 'status',
    place: (row) => -TICKET_STATUSES.indexOf(row.status),
    isGrouped: true,
  },
  subject: {
    label: texts.subject,
    words: [texts.bySubjectDown, texts.bySubject],
    field: 'subject',
  },
  customer: {
    label: texts.customer,
    words: [texts.byCustomerDown, texts.byCustomer],
    field: 'requester_name',
  },
  assignee: {
    label: texts.assignedTo,
    words: [texts.byAssigneeDown, texts.byAssignee],
    field: 'assignee_name',
  },
} satisfies Record<string, ListOrder>
