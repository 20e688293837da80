import { ask, loadData, z } from '@helpdesk/supabase'
import { assertSignedInAs, type DraftKind } from './save-draft'

const draftRows = z.array(z.object({ content: z.string(), updated_at: z.string() }))

/** Reads the server's draft and when any device last wrote it; null when there is none. @throws AppError */
export async function getDraft(userId: string, ticketId: string, kind: DraftKind) {
  assertSignedInAs(userId)
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
