import { z } from '@helpdesk/supabase'
import { ticketFilterSchema } from '@helpdesk/tickets/model/list-fields'
import { choicesOf, filterOf, TICKET_SORTS } from '@helpdesk/tickets/model/ticket-list'
import { statusOf, withWorklist, worklistOf, type WorklistFilter } from './worklist'
import * as texts from './view-texts'

/** Longest name, a limit of the database. */
export const VIEW_NAME_MAX = 60
/** Highest exact count of a view; the server returns one more when there are more. */
export const COUNT_CAP = 999

const uuid = z.guid()
// Invalid values of a stored filter become undefined.
const field = <S extends z.ZodMiniType>(schema: S) => z.catch(z.optional(schema), undefined)
const filterSchema = z.object({
  ...ticketFilterSchema.shape,
  sort: field(z.enum(TICKET_SORTS)),
  dir: field(z.enum(['asc', 'desc'])),
})
/** The stored filter of a list, and its order. */
export type ViewFilter = z.infer<typeof filterSchema>

/** A filter with a name, as the data API returns it. */
export const savedViewSchema = z.object({
  id: z.string(),
  owner_id: z.string(),
  is_shared: z.boolean(),
  name: z.string(),
  filter: filterSchema,
  /** `readColumns` reads them. */
  columns: z.optional(z.unknown()),
})
export type SavedView = z.infer<typeof savedViewSchema>

/** The form of a view. */
export const viewFormSchema = z.object({
  name: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, texts.nameRequired),
      z.maxLength(VIEW_NAME_MAX, texts.nameTooLong(VIEW_NAME_MAX)),
    ),
  is_shared: z.boolean(),
})
export type ViewFormValues = z.infer<typeof viewFormSchema>

/** The assignee filter: the current user, nobody, anybody, or a user id. */
export type Assigned = 'me' | 'none' | 'any' | (string & {})

/** Reads the assignee filter from a URL; undefined when absent or invalid. */
export function assignedOf(params: URLSearchParams): Assigned | undefined {
  const value = params.get('assigned') ?? ''
  return ['me', 'none', 'any'].includes(value) || z.safeParse(uuid, value).success ? value : undefined
}

/** The assignee filter of the list on a page; null on pages without a list. */
export function assignedAt(path: string, params: URLSearchParams): Assigned | null {
  switch (path.replace(/(?<!\/)\/+$/, '')) {
    case '/tickets/assigned':
      return 'me'
    case '/tickets/unassigned':
      return 'none'
    case '/admin/tickets':
      return 'any'
    case '/dashboard/agent/views':
      return assignedOf(params) ?? 'any'
    default:
      return null
  }
}

/** The assignee of the list request: a user id, `null` for unassigned tickets, absent for all. */
export const scopeOf = (assigned: Assigned, me: string): { assignedTo?: string | null } =>
  assigned === 'any' ? {} : { assignedTo: assigned === 'none' ? null : assigned === 'me' ? me : assigned }

/** Converts a list's filter for storage. Defaults are omitted, so that equal lists give equal filters. */
function viewFilterOf(list: WorklistFilter, assigned: Assigned, activeFirst = false): ViewFilter {
  const status = statusOf(list, activeFirst)
  const filter = filterOf({
    ...list,
    // A view searches with corrections.
    asTyped: undefined,
    status: status === 'all' ? undefined : status,
    assignedTo: assigned === 'any' ? undefined : assigned === 'none' ? null : assigned,
  })
  return {
    ...filter,
    // Without text the newest first is the default.
    ...(list.sort && (filter.text || list.sort !== 'created_at') && { sort: list.sort }),
    ...(list.ascending && { dir: 'asc' as const }),
  }
}

/** The assignee filter of a view. */
export const assignedOfView = ({ assignee, unassigned }: ViewFilter): Assigned =>
  unassigned ? 'none' : (assignee ?? 'any')

const worklistOfView = (filter: ViewFilter): WorklistFilter => ({
  search: filter.text ?? '',
  status: filter.status?.[0],
  ...choicesOf(filter),
  sort: filter.sort,
  ascending: filter.dir === 'asc',
  asTyped: false,
})

/**
 * The URL of a view with its filter. It always contains `assigned`, to distinguish it from a URL that only names the
 * view.
 * @param home the path of the page that shows views
 */
export function viewHref(home: string, view: SavedView): string {
  const params = withWorklist(
    new URLSearchParams({ view: view.id, assigned: assignedOfView(view.filter) }),
    worklistOfView(view.filter),
  )
  return `${home}?${params}`
}

/** True when two filters select the same list. */
export function sameList(one: ViewFilter, other: ViewFilter): boolean {
  const normalized = (filter: ViewFilter) =>
    JSON.stringify(viewFilterOf(worklistOfView(filter), assignedOfView(filter)))
  return normalized(one) === normalized(other)
}

/** True for the paths of queues, which show active tickets until another status is chosen. */
export const showsActiveFirst = (path: string): boolean => /^\/tickets\/(un)?assigned\/?$/.test(path)

/**
 * Reads the filter from a list's URL.
 * @param assigned the assignee filter of the page
 * @param activeFirst the list shows active tickets until another status is chosen
 */
export const filterAt = (params: URLSearchParams, assigned: Assigned, activeFirst = false): ViewFilter =>
  viewFilterOf(worklistOf(params), assigned, activeFirst)

/** Formats a count: `99+` above the cap, empty while unknown. */
export const countText = (count: number | undefined): string =>
  count === undefined ? '' : count > COUNT_CAP ? `${COUNT_CAP}+` : String(count)

/** The count for screen readers. */
export const countWords = (count: number | undefined): string =>
  count === undefined ? '' : count > COUNT_CAP ? texts.moreTickets(COUNT_CAP) : texts.ticketCount(count)

/** True for those who may rename, change and delete a view: its owner and, once shared, admins. */
export const mayWriteView = (view: SavedView, actor: { id: string; role: string } | null): boolean =>
  actor !== null && (view.owner_id === actor.id || (view.is_shared && actor.role === 'admin'))

/**
 * Sorts views: first those the user has placed, then their own and the shared ones by name.
 * @param placed ids in the user's order; ids of deleted views are ignored
 */
export function inOrder(
  views: readonly SavedView[],
  placed: readonly string[],
  me: string | null,
): SavedView[] {
  const rank = ({ id, owner_id }: SavedView): number => {
    const at = placed.indexOf(id)
    return at >= 0 ? at : placed.length + (owner_id === me ? 0 : 1)
  }
  return [...views].sort(
    (a, b) => rank(a) - rank(b) || a.name.localeCompare(b.name) || a.id.localeCompare(b.id),
  )
}
