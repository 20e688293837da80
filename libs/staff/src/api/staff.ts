import { ask, loadData, z } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { useEffect, useState } from 'react'
import { failureText } from '@helpdesk/tickets/model/errors'
import { ticketKeys } from '@helpdesk/tickets/api/keys'

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

const TYPING_PAUSE_MS = 200

/**
 * Who matches what is typed, asked for after a pause in typing. Nobody is among them who does not match by now: Enter must
 * not give a ticket to somebody whom the last letters have ruled out.
 * @returns the people, and what stands in their place when there are none
 */
export function useStaff(typed: string): { people: StaffMember[]; empty: string } {
  const wanted = typed.trim()
  const [text, setText] = useState(wanted)
  useEffect(() => {
    const timer = setTimeout(() => setText(wanted), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])
  const { data, error, isFetching } = useQuery({
    queryKey: ticketKeys.staff(text),
    queryFn: () => searchStaff(text),
    staleTime: 60_000,
    placeholderData: (before) => before,
  })
  const people = (data ?? []).filter(({ name, email }) =>
    `${name}\n${email ?? ''}`.toLowerCase().includes(wanted.toLowerCase()),
  )
  const searching = isFetching || text !== wanted
  return { people, empty: searching ? 'Loading…' : error ? failureText(error) : 'Nobody found' }
}
