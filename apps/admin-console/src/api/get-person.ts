import { ask, loadData, z } from '@helpdesk/supabase'
import { useQuery } from '@helpdesk/ui/query'
import { adminKeys } from './keys'

const personSchema = z.object({ id: z.string(), name: z.string(), email: z.nullable(z.string()) })
export type Person = z.output<typeof personSchema>

/** Name and e-mail address of a user; null when the id is unknown. @throws AppError */
export async function getPerson(userId: string): Promise<Person | null> {
  const data = await loadData()
  return ask(
    data.from('profiles').select('id,name,email').eq('id', userId).maybeSingle(),
    z.nullable(personSchema),
  )
}

export const usePerson = (userId: string | undefined) =>
  useQuery({
    queryKey: [...adminKeys.users(), 'one', userId],
    queryFn: () => getPerson(userId ?? ''),
    enabled: userId !== undefined,
  })
