import { ask, loadData, z } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { macroSchema, type Macro } from '../model/macros'

/** The caller's macros and the shared ones, by name, with how often the caller used each. @throws AppError */
export async function listMacros(): Promise<Macro[]> {
  const data = await loadData()
  return ask(
    data.from('macros').select('*, macro_uses(uses)').order('name').order('id').limit(500),
    z.array(macroSchema),
  )
}

/** @param enabled false sends no request */
export const useMacros = (enabled = true) =>
  useQuery({ queryKey: ticketKeys.macros(), queryFn: listMacros, staleTime: 5 * 60_000, enabled })
