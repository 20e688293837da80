import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { ticketKeys } from '@helpdesk/tickets/api/keys'

/** Deletes a macro. @throws AppError NotFoundError when it does not exist or is another user's */
export async function deleteMacro(macroId: string): Promise<void> {
  const data = await loadData()
  await ask(
    data.from('macros').delete().eq('id', macroId).select('id').single(),
    z.object({ id: z.string() }),
  )
}

export function useDeleteMacro() {
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['delete-macro'],
    mutationFn: deleteMacro,
    onSettled: () => queries.invalidateQueries({ queryKey: ticketKeys.macros() }),
  })
}
