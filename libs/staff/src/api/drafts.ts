import { getAuthState } from '@helpdesk/auth'
import { ask, loadData, supabaseConfig, z } from '@helpdesk/supabase'
import { ticketError } from '@helpdesk/tickets/api/ticket-error'

export type DraftKind = 'comment' | 'note'

/** Refuses to write one person's words into another's drafts: a save may be due after a change of user. */
const assertUser = (userId: string): void => {
  if (getAuthState().user?.id !== userId) throw ticketError('comment_unauthenticated')
}

/** Keeps an unsent text on the server; blank text deletes it. @throws AppError */
export async function saveDraft(
  userId: string,
  ticketId: string,
  kind: DraftKind,
  content: string,
): Promise<void> {
  assertUser(userId)
  const data = await loadData()
  await ask(data.rpc('save_draft', { ticket_id: ticketId, kind, content }), z.unknown())
}

/**
 * The same while the page is going away: nothing may be waited for, and the browser finishes the request by itself.
 * Whether it arrived is found out at the next visit.
 */
export function saveDraftOnLeave(userId: string, ticketId: string, kind: DraftKind, content: string): void {
  const { user, session } = getAuthState()
  if (user?.id !== userId || !session) return
  const { url, publishableKey } = supabaseConfig()
  fetch(`${url}/rest/v1/rpc/save_draft`, {
    method: 'POST',
    keepalive: true,
    headers: {
      'content-type': 'application/json',
      apikey: publishableKey,
      authorization: `Bearer ${session.access_token}`,
    },
    body: JSON.stringify({ ticket_id: ticketId, kind, content }),
  }).catch(() => undefined)
}

const draftRows = z.array(z.object({ content: z.string(), updated_at: z.string() }))

/** The server's copy as it is now, and when any device last wrote it; null when there is none. @throws AppError */
export async function readServerDraft(userId: string, ticketId: string, kind: DraftKind) {
  assertUser(userId)
  const data = await loadData()
  const rows = await ask(
    data
      .from('ticket_drafts')
      .select('content,updated_at')
      .eq('user_id', userId)
      .eq('ticket_id', ticketId)
      .eq('kind', kind),
    draftRows,
  )
  return rows[0] ?? null
}
