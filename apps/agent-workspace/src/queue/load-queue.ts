import { getAuthState } from '@helpdesk/auth'
import { prefetchTicketPages } from '@helpdesk/staff/api/list-ticket-pages'
import { worklistOf } from '@helpdesk/staff/model/worklist'
import { isFirstScreen } from '@helpdesk/supabase'
import { queueOf } from './queue'

/**
 * Waits for the queue when it is the first screen of the page, whose head script began the read: the screen then
 * replaces the skeleton in one render. Later visits render at once.
 */
export async function loadQueue({ request }: { request: Request }): Promise<null> {
  const { user } = getAuthState()
  const { pathname, searchParams } = new URL(request.url)
  if (!user || !isFirstScreen()) return null
  const assignedTo = queueOf(pathname).unassigned ? null : user.id
  await prefetchTicketPages({ assignedTo, ...worklistOf(searchParams) }, user.id)
  return null
}
