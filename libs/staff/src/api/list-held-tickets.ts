import { ask, loadData, z } from '@helpdesk/supabase'
import type { BulkTarget } from '../model/bulk'

const heldSchema = z.array(
  z.object({
    id: z.string(),
    number: z.number(),
    subject: z.string(),
    assigned_to: z.string(),
    assignee_name: z.nullable(z.string()),
  }),
)

/** Which of up to 1,000 tickets can be changed only after taking them over from a colleague. @throws AppError */
export async function listHeldTickets(ids: readonly string[]): Promise<BulkTarget[]> {
  const data = await loadData()
  return ask(data.rpc('list_held_tickets', { ticket_ids: [...ids] }), heldSchema)
}
