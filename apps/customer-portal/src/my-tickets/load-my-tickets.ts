import { getAuthState } from '@helpdesk/auth'
import { isFirstScreen } from '@helpdesk/supabase'
import { prefetchMyTickets } from '../api/list-my-tickets'
import { filterFromParams, rowsFromParams } from './filter-params'

/**
 * Waits for the list when it is the first screen of the page, whose head script began the read: the screen then
 * replaces the skeleton in one render. Later visits render at once.
 */
export async function loadMyTickets({ request }: { request: Request }): Promise<null> {
  const { user } = getAuthState()
  const params = new URL(request.url).searchParams
  if (user && isFirstScreen())
    await prefetchMyTickets(filterFromParams(params), rowsFromParams(params), user.id)
  return null
}
