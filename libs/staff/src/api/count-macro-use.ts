import { ask, loadData, z } from '@helpdesk/supabase'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { useQueryClient } from '@helpdesk/ui/query'
import { usesOf, type Macro } from '../model/macros'

/** Counts that the caller inserted a macro, for the order of their menu. @throws AppError */
export async function countMacroUse(macroId: string): Promise<void> {
  const data = await loadData()
  await ask(data.rpc('count_macro_use', { macro_id: macroId }), z.unknown())
}

/** The count only sorts a menu: nobody waits for it, and nobody is bothered when it fails. */
export function useCountMacroUse(): (macroId: string) => void {
  const queries = useQueryClient()
  return (macroId) => {
    queries.setQueryData<Macro[]>(ticketKeys.macros(), (macros) =>
      macros?.map((each) =>
        each.id === macroId ? { ...each, macro_uses: [{ uses: usesOf(each) + 1 }] } : each,
      ),
    )
    void countMacroUse(macroId).catch(() => undefined)
  }
}
