import { getAuthState } from '@helpdesk/auth'
import { ask, loadData, supabaseConfig, z } from '@helpdesk/supabase'
import { deviceId } from '../drafts/device-id'
import { ticketError } from '@helpdesk/tickets/api/ticket-error'

export type DraftKind = 'comment' | 'note'

/** Throws if another user has signed in, so that a delayed save cannot write into their drafts. */
export function assertSignedInAs(userId: string): void {
  if (getAuthState().user?.id !== userId) throw ticketError('comment_unauthenticated')
}

/**
 * Saves an unsent text and the names of its files on the server; without both the draft is deleted.
 * @throws AppError `draft_elsewhere` when another device writes it
 */
export async function saveDraft(
  userId: string,
  ticketId: string,
  kind: DraftKind,
  content: string,
  files: readonly string[] = [],
): Promise<void> {
  assertSignedInAs(userId)
  const data = await loadData()
  const draft = { ticket_id: ticketId, kind, content, device: deviceId(), files: [...files] }
  await ask(data.rpc('save_draft', draft), z.unknown())
}

/**
 * Saves a draft while the page unloads: `keepalive` lets the browser finish the request. Its result is unknown until the
 * draft is next read.
 */
export function saveDraftOnLeave(
  userId: string,
  ticketId: string,
  kind: DraftKind,
  content: string,
  files: readonly string[],
): void {
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
    body: JSON.stringify({ ticket_id: ticketId, kind, content, device: deviceId(), files }),
  }).catch(() => undefined)
}
