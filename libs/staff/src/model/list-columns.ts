import { z } from '@helpdesk/supabase'
import { moved } from './moved'

/** Columns of a list that people choose and order; those of checkboxes and commands are always there. */
export const LIST_COLUMNS = [
  'status',
  'priority',
  'subject',
  'customer',
  'created',
  'waiting',
  'assignee',
] as const
export type ListColumn = (typeof LIST_COLUMNS)[number]

/** Limits of the database, in pixels. */
export const WIDTHS = { min: 40, max: 480 } as const

const columnSchema = z.object({
  id: z.enum(LIST_COLUMNS),
  width: z.catch(z.optional(z.int().check(z.gte(WIDTHS.min), z.lte(WIDTHS.max))), undefined),
})
/** A column on screen; without a width in pixels it has its usual one. The subject takes what the others leave. */
export type ChosenColumn = z.infer<typeof columnSchema>
/** The columns of a list, in their order. */
export type ChosenColumns = readonly ChosenColumn[]

/** Section 2.14. */
export const DEFAULT_COLUMNS: ChosenColumns = LIST_COLUMNS.filter((id) => id !== 'waiting').map((id) => ({
  id,
}))

/** Reads stored columns; undefined for anything but a list of known ones with the subject. */
export function readColumns(value: unknown): ChosenColumns | undefined {
  const { data } = z.safeParse(z.array(columnSchema), value)
  const isComplete =
    data?.some(({ id }) => id === 'subject') && new Set(data.map(({ id }) => id)).size === data.length
  return isComplete ? data : undefined
}

/** Hides a column, or shows it at its usual place. The subject stays. */
export function toggled(columns: ChosenColumns, id: ListColumn): ChosenColumns {
  if (id === 'subject') return columns
  if (columns.some((each) => each.id === id)) return columns.filter((each) => each.id !== id)
  const before = LIST_COLUMNS.slice(0, LIST_COLUMNS.indexOf(id))
  const at = columns.findLastIndex((each) => before.includes(each.id)) + 1
  return columns.toSpliced(at, 0, { id })
}

/** Moves a column by so many places. */
export const movedColumn = (columns: ChosenColumns, id: ListColumn, by: number): ChosenColumns =>
  moved(
    columns.map((each) => each.id),
    id,
    by,
  ).flatMap((each) => columns.filter((column) => column.id === each))

/** Gives a column a width in pixels, within the limits; undefined is its usual one. */
export const sized = (columns: ChosenColumns, id: ListColumn, width: number | undefined): ChosenColumns =>
  columns.map((each) =>
    each.id === id
      ? {
          id,
          ...(width !== undefined && {
            width: Math.min(Math.max(Math.round(width), WIDTHS.min), WIDTHS.max),
          }),
        }
      : each,
  )

/** True when both lists show the same columns in the same order and widths. */
export const sameColumns = (one: ChosenColumns, other: ChosenColumns): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
