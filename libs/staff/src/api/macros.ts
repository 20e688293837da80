import { useAuth } from '@helpdesk/auth'
import { ask, loadData, z } from '@helpdesk/supabase'
import { useCommand, useQuery, useQueryClient } from '@helpdesk/ui/query'
import { fromMacroForm, macroSchema, type Macro, type MacroFormValues } from '../model/macros'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { ticketError } from '@helpdesk/tickets/api/ticket-error'

/** One's own macros and the shared ones, by name. @throws AppError */
export async function listMacros(): Promise<Macro[]> {
  const data = await loadData()
  return ask(data.from('macros').select('*').order('name').order('id').limit(500), z.array(macroSchema))
}

/**
 * Writes a new macro of the caller's.
 * @throws AppError `update_unauthenticated` without a user, else what the backend refused
 */
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

/** Changes a macro. @throws AppError NotFoundError when it is gone or somebody else's */
export async function updateMacro(macroId: string, values: MacroFormValues): Promise<Macro> {
  const data = await loadData()
  return ask(
    data.from('macros').update(fromMacroForm(values)).eq('id', macroId).select().single(),
    macroSchema,
  )
}

/** Deletes a macro. @throws AppError NotFoundError when it is gone or somebody else's */
export async function deleteMacro(macroId: string): Promise<void> {
  const data = await loadData()
  await ask(
    data.from('macros').delete().eq('id', macroId).select('id').single(),
    z.object({ id: z.string() }),
  )
}

/** The macros of the menu and of the management page. */
export const useMacros = () =>
  useQuery({ queryKey: ticketKeys.macros(), queryFn: listMacros, staleTime: 5 * 60_000 })

/** What the management page does with macros; the list is read again afterwards. */
export function useMacroCommands() {
  const { user } = useAuth()
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries({ queryKey: ticketKeys.macros() })
  return {
    save: useCommand({
      mutationKey: ['save-macro'],
      subject: ({ id }) => id,
      mutationFn: ({ id, values }: { id: string | null; values: MacroFormValues }) =>
        id ? updateMacro(id, values) : createMacro(user?.id ?? null, values),
      onSuccess,
    }),
    remove: useCommand({ mutationKey: ['delete-macro'], mutationFn: deleteMacro, onSuccess }),
  }
}
