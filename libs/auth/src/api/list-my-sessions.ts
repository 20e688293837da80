import { ask } from '@helpdesk/supabase/ask'
import { loadData } from '@helpdesk/supabase/data-client'
import * as z from 'zod/mini'

const sessionsSchema = z.array(
  z.object({
    id: z.string(),
    created_at: z.string(),
    last_active_at: z.nullable(z.string()),
    user_agent: z.nullable(z.string()),
    ip: z.nullable(z.string()),
    is_current: z.boolean(),
  }),
)

/** A browser or device where the user is signed in. */
export type MySession = z.output<typeof sessionsSchema>[number]

/**
 * Lists the user's sessions, that of this browser first.
 * @throws AppError
 */
export async function listMySessions(): Promise<MySession[]> {
  return ask((await loadData()).rpc('list_my_sessions'), sessionsSchema)
}
