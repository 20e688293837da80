import { ask, loadData, z } from '@helpdesk/supabase'
import { deviceId } from '../drafts/device-id'
import { draftPlaceSchema } from '../model/draft-place'
import { assertSignedInAs, type DraftKind } from './save-draft'

const draftRows = z.array(
  z.object({ content: z.string(), updated_at: z.string(), ...draftPlaceSchema.shape }),
)

/** Reads the server's draft; null when there is none. @throws AppError */
export async function getDraft(userId: string, ticketId: string, kind: DraftKind) {
  assertSignedInAs(userId)
  const data = await loadData()
  const rows = await ask(
    data
      .from('ticket_drafts')
      .select('content,updated_at,device,files')
      .eq('user_id', userId)
      .eq('ticket_id', ticketId)
      .eq('kind', kind),
    draftRows,
  )
  return rows[0] ?? null
}

/** Lets this device write the draft from now on. @returns the draft; null when there is none @throws AppError */
export async function takeDraft(userId: string, ticketId: string, kind: DraftKind) {
  assertSignedInAs(userId)
  const data = await loadData()
  const rows = await ask(data.rpc('take_draft', { ticket_id: ticketId, kind, device: deviceId() }), draftRows)
  return rows[0] ?? null
}
