import { ask, loadData, z } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { failureText } from '@helpdesk/tickets/model/errors'
import { ticketKeys } from '@helpdesk/tickets/api/keys'
import { useDebounced } from '@helpdesk/tickets/api/use-debounced'
import * as texts from './texts'

const staffSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullish(z.string()),
  role: z.enum(['agent', 'admin']),
  away_since: z.nullish(z.string()),
})
/** An agent or admin to whom a ticket can be assigned. */
export type StaffMember = z.infer<typeof staffSchema>

const MAX_RESULTS = 20

/** A pattern that matches the text anywhere. Characters with a meaning in a filter become single-character wildcards. */
export const containing = (text: string): string => `*${text.replace(/[,()"\\%*]/g, '_')}*`

/** Active agents and admins whose name or e-mail contains the text, by name. @throws AppError */
export async function searchStaff(text: string): Promise<StaffMember[]> {
  const data = await loadData()
  let request = data
    .from('profiles')
    .select('id,name,email,role,away_since')
    .in('role', ['agent', 'admin'])
    .is('deactivated_at', null)
  const trimmed = text.trim()
  if (trimmed) request = request.or(`name.ilike.${containing(trimmed)},email.ilike.${containing(trimmed)}`)
  return ask(request.order('name').order('id').limit(MAX_RESULTS), z.array(staffSchema))
}

const DEBOUNCE_MS = 200

/**
 * Searches after a pause in typing. The current text filters the result at once, so that Enter cannot pick a person who
 * no longer matches.
 * @returns the people, and the text to show when there are none
 */
export function useStaffSearch(typed: string): { people: StaffMember[]; empty: string } {
  const trimmed = typed.trim()
  const text = useDebounced(trimmed, DEBOUNCE_MS)
  const { data, error, isFetching } = useQuery({
    queryKey: ticketKeys.staff(text),
    queryFn: () => searchStaff(text),
    staleTime: 60_000,
    placeholderData: (before) => before,
  })
  const people = (data ?? []).filter(({ name, email }) =>
    `${name}\n${email ?? ''}`.toLowerCase().includes(trimmed.toLowerCase()),
  )
  const searching = isFetching || text !== trimmed
  return { people, empty: searching ? texts.loading : error ? failureText(error) : texts.noOneFound }
}
