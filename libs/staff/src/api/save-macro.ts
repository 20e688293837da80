import { useAuth } from '@helpdesk/auth'
import { ask, loadData } from '@helpdesk/supabase'
import { useCommand, useQueryClient } from '@helpdesk/ui/query'
import { fromMacroForm, macroSchema, type Macro, type MacroFormValues } from '../model/macros'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { ticketError } from '@helpdesk/tickets/api/ticket-error'

/** Creates a macro of the caller. @throws AppError `update_unauthenticated` without a user */
export async function createMacro(userId: string | null, values: MacroFormValues): Promise<Macro> {
  if (!userId) throw ticketError('update_unauthenticated')
  const data = await loadData()
  return ask(
    data
      .from('macros')
      .insert({ ...fromMacroForm(values), owner_id: userId })
      .select()
      .single(),
    macroSchema,
  )
}

/** Changes a macro. @throws AppError NotFoundError when it does not exist or is another user's */
export async function updateMacro(macroId: string, values: MacroFormValues): Promise<Macro> {
  const data = await loadData()
  return ask(
    data.from('macros').update(fromMacroForm(values)).eq('id', macroId).select().single(),
    macroSchema,
  )
}

/** Creates a macro (`id` null) or changes one; the list is refetched. */
export function useSaveMacro() {
  const { user } = useAuth()
  const queries = useQueryClient()
  return useCommand({
    mutationKey: ['save-macro'],
    subject: ({ id }) => id,
    mutationFn: ({ id, values }: { id: string | null; values: MacroFormValues }) =>
      id ? updateMacro(id, values) : createMacro(user?.id ?? null, values),
    onSettled: () => queries.invalidateQueries({ queryKey: ticketKeys.macros() }),
  })
}
