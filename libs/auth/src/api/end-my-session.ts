import { loadData } from '@helpdesk/supabase/data-client'
import { send } from '@helpdesk/supabase/send'

/**
 * Signs out another device of the user, which takes effect with its next request.
 * @throws AppError
 */
export async function endMySession(sessionId: string): Promise<void> {
  await send((await loadData()).rpc('end_my_session', { session_id: sessionId }))
}
