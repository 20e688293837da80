import { authClient, loadData, toAppError, UnknownError } from '@helpdesk/supabase'
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

/** A place where the person is signed in. */
export type MySession = z.output<typeof sessionsSchema>[number]

/**
 * Where one is signed in, the session of this browser first.
 * @throws AppError
 */
export async function listMySessions(): Promise<MySession[]> {
  try {
    const { data, error, status } = await (await loadData()).rpc('list_my_sessions')
    if (error) throw toAppError(error, status)
    const parsed = z.safeParse(sessionsSchema, data)
    if (parsed.success) return parsed.data
    throw new UnknownError('The server answered in a way this page does not understand', {
      cause: parsed.error,
    })
  } catch (error) {
    throw toAppError(error)
  }
}

/**
 * Signs one other device out; from its next request on it has no rights.
 * @throws AppError
 */
export async function endMySession(sessionId: string): Promise<void> {
  try {
    const { error, status } = await (await loadData()).rpc('end_my_session', { session_id: sessionId })
    if (error) throw toAppError(error, status)
  } catch (error) {
    throw toAppError(error)
  }
}

/**
 * Signs all other devices out.
 * @throws AppError
 */
export async function endOtherSessions(): Promise<void> {
  const { error } = await authClient().signOut({ scope: 'others' })
  if (error) throw toAppError(error)
}
