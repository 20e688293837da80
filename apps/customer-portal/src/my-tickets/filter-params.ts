import { isTicketPriority, isTicketStatus, type TicketListFilter } from '@helpdesk/tickets'

type MyFilter = Pick<TicketListFilter, 'status' | 'priority' | 'search'>

/** Reads the filters from the address, so that Back and a shared link bring the same list. Strange values are dropped. */
export function filterFromParams(params: URLSearchParams): MyFilter {
  const status = params.get('status')
  const priority = params.get('priority')
  const search = params.get('q')?.trim()
  return {
    ...(isTicketStatus(status) && { status }),
    ...(isTicketPriority(priority) && { priority }),
    ...(search && { search }),
  }
}

/** The address after one filter changed; an empty value takes it out. */
export function withParam(
  params: URLSearchParams,
  name: 'status' | 'priority' | 'q',
  value: string,
): URLSearchParams {
  const next = new URLSearchParams(params)
  if (value.trim()) next.set(name, value)
  else next.delete(name)
  return next
}

export const hasFilter = (filter: MyFilter): boolean => Object.keys(filter).length > 0
