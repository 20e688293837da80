import {
  FIELDS,
  ORDERS,
  timeOf,
  type FilterField,
  type FilterValues,
  type ListOrder,
  type TicketFilter,
} from './list-fields'
import type { TicketSummary } from './rows'

export type TicketSort = keyof typeof ORDERS
const orders: Record<TicketSort, ListOrder> = ORDERS
export const TICKET_SORTS = Object.keys(ORDERS) as TicketSort[]

export const isTicketSort = (value: unknown): value is TicketSort =>
  TICKET_SORTS.some((sort) => sort === value)

/** True for orders by a text, which start at A. */
export const isTextSort = (sort: TicketSort): boolean => !orders[sort].place

/** Filter and order of a ticket list. Absent fields do not filter. */
export interface TicketListFilter extends Partial<FilterValues> {
  /** Default: relevance with `search`, else `created_at`. */
  sort?: TicketSort
  /** Default: descending, which is newest, most urgent, longest waiting, open or Z first. */
  ascending?: boolean
}

type FieldName = keyof FilterValues
const fields: { [K in FieldName]: FilterField<FilterValues[K]> } = FIELDS
const FIELD_NAMES = Object.keys(FIELDS) as FieldName[]

/** A field that people choose in a list, besides its status. */
type ChoiceName = {
  [K in FieldName]: (typeof FIELDS)[K] extends { choice: unknown } ? K : never
}[FieldName]
const CHOICES = FIELD_NAMES.filter((name): name is ChoiceName => fields[name].choice !== undefined)
export type Choices = { [K in ChoiceName]: FilterValues[K] | undefined }

const choicesBy = (value: (name: ChoiceName) => unknown): Choices =>
  Object.fromEntries(CHOICES.map((name) => [name, value(name)])) as Choices

export const NO_CHOICES = choicesBy(() => undefined)

/** Reads what is chosen from an address, without invalid values. */
export const choicesIn = (params: URLSearchParams): Choices =>
  choicesBy((name) => fields[name].choice?.read(params.get(name) ?? ''))

/** What is chosen, as parameters of an address; empty for fields that do not filter. */
export function paramsOf(choices: Choices): [name: string, value: string][] {
  const write = <K extends ChoiceName>(name: K): string => {
    const value = choices[name]
    return value === undefined ? '' : (fields[name].choice?.write(value) ?? '')
  }
  return CHOICES.map((name) => [name, write(name)])
}

/** What is chosen in a stored filter. */
export const choicesOf = (filter: TicketFilter): Choices => choicesBy((name) => fields[name].of(filter))

/** The selects of a list's fields. */
export const FILTER_SELECTS = CHOICES.flatMap((name) => {
  const { choice } = fields[name]
  return choice?.select ? [{ name, ...choice.select }] : []
})

/** The words after `is:` in a search, with the filter that each stands for. */
export const IS_WORDS = FIELD_NAMES.flatMap((name) => {
  const { is } = fields[name]
  return is ? [{ word: is.word, detail: is.detail, filter: { [name]: is.value } as TicketListFilter }] : []
})

/** A stored filter in words, without its order. */
export const wordsOf = (filter: TicketFilter): string[] =>
  FIELD_NAMES.flatMap((name) => fields[name].words?.(filter) || [])

/** The filter of a list's request. */
export function filterOf(list: TicketListFilter): TicketFilter {
  const isSearch = Boolean(list.search?.trim())
  const part = <K extends FieldName>(name: K): TicketFilter => {
    const value = list[name] as FilterValues[K] | undefined
    const isSet = value !== undefined && value !== '' && (isSearch || fields[name].matches)
    return isSet ? fields[name].toFilter(value) : {}
  }
  return Object.assign({}, ...FIELD_NAMES.map(part))
}

/** True when a list with this filter has the ticket. What a search finds is known to the server only. */
export function matchesFilter(row: TicketSummary, list: TicketListFilter): boolean {
  // As the server does: `read_ticket_filter`. Rows of customers have no time.
  const asked = list.status === 'active' ? { ...list, snoozed: list.snoozed ?? false } : list
  const matches = <K extends FieldName>(name: K): boolean => {
    const value = asked[name] as FilterValues[K] | undefined
    return value === undefined || (fields[name].matches?.(row, value) ?? true)
  }
  const order = orders[list.sort ?? 'created_at']
  return !list.search?.trim() && FIELD_NAMES.every(matches) && !(order.isPartial && !row[order.field])
}

/** The last row of the previous page; works for every sort order. */
export type TicketCursor = Pick<
  TicketSummary,
  'id' | 'number' | 'created_at' | (typeof ORDERS)[TicketSort]['field']
> & {
  /** Number of rows up to and including it, which pages a search by relevance. */
  count?: number
}

/** The fields of a row that say where a list of this order goes on. */
export function placeOf(row: TicketCursor, sort: TicketSort = 'created_at'): Partial<TicketCursor> {
  const { field } = ORDERS[sort]
  return { id: row.id, number: row.number, created_at: row.created_at, [field]: row[field] }
}

/** True when a list in this order shows `row` before `other`. */
export function comesBefore(row: TicketSummary, other: TicketSummary, list: TicketListFilter): boolean {
  const { place, isGrouped } = orders[list.sort ?? 'created_at']
  if (!place) return false
  const difference = place(row) - place(other)
  if (difference !== 0) return list.ascending ? difference < 0 : difference > 0
  return isGrouped === true && timeOf(row.created_at) > timeOf(other.created_at)
}
