import { loadData } from '@helpdesk/supabase'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ask } from './ask'
import { ticketKeys } from './keys'

const staffSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.nullish(z.string()),
  role: z.enum(['agent', 'admin']),
})
/** Somebody to whom a ticket can be given. */
export type StaffMember = z.infer<typeof staffSchema>

/** Shown at once; who is not among them is found by typing more. */
const STAFF_SHOWN = 20

/** A pattern for names that hold the text. What has a meaning in a filter stands for any one character. */
const containing = (text: string): string => `*${text.replace(/[,()"\\%*]/g, '_')}*`

/** Active agents and admins whose name or e-mail holds the text, by name. @throws AppError */
export async function searchStaff(text: string): Promise<StaffMember[]> {
  const data = await loadData()
  let request = data
    .from('profiles')
    .select('id,name,email,role')
    .in('role', ['agent', 'admin'])
    .is('deactivated_at', null)
  const wanted = text.trim()
  if (wanted) request = request.or(`name.ilike.${containing(wanted)},email.ilike.${containing(wanted)}`)
  return ask(request.order('name').order('id').limit(STAFF_SHOWN), z.array(staffSchema))
}

/** Who matches what is typed; nothing is asked until the list is open. */
export const useStaff = (text: string, open: boolean) =>
  useQuery({
    queryKey: ticketKeys.staff(text.trim()),
    queryFn: () => searchStaff(text),
    enabled: open,
    staleTime: 60_000,
    placeholderData: (before) => before,
  })
