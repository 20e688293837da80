import { changeUserRole, type Role } from '@helpdesk/auth'
import { ask, loadData, z } from '@helpdesk/supabase'
import { useInfiniteQuery, useCommand, useQuery, useQueryClient } from '@helpdesk/ui/query'
import { userSchema, type User, type UserFilter } from '../model/users'
import { adminKeys } from './keys'
import { PAGE, pagesOf } from './pages'

/**
 * One page of people, newest first.
 * @param after the last row of the page before
 * @throws AppError
 */
export async function listUsers(filter: UserFilter, after?: User, rows: number = PAGE): Promise<User[]> {
  const data = await loadData()
  const args = {
    query: filter.search.trim() || undefined,
    filter_role: filter.role,
    filter_active: filter.active,
    max_rows: rows,
    after_created_at: after?.created_at,
    after_id: after?.id,
  }
  return ask(data.rpc('list_users', args, { get: true }), z.array(userSchema))
}

/**
 * Switches an account off or on. Off, it has no rights from the next request on, whatever sessions it has open.
 * @throws AppError; `last_admin` when nobody could administer any more
 */
export async function setUserActive(userId: string, active: boolean): Promise<void> {
  const data = await loadData()
  await ask(data.rpc('set_user_active', { target: userId, active }), z.object({ id: z.string() }))
}

/** Signs somebody out everywhere. @returns how many sessions ended. @throws AppError */
export async function endUserSessions(userId: string): Promise<number> {
  const data = await loadData()
  return ask(data.rpc('end_user_sessions', { target: userId }), z.number())
}

/** The list of the users page; it grows page by page. */
export const useUsers = (filter: UserFilter) =>
  useInfiniteQuery({
    queryKey: [...adminKeys.users(), filter],
    queryFn: ({ pageParam }) => listUsers(filter, pageParam),
    ...pagesOf<User>(),
  })

const FEW = 8

/** The first few people whose name or e-mail holds the text, to choose one of. */
export const usePeople = (search: string) =>
  useQuery({
    queryKey: [...adminKeys.users(), 'few', search.trim()],
    queryFn: () => listUsers({ search, role: undefined, active: undefined }, undefined, FEW),
  })

const personSchema = z.object({ id: z.string(), name: z.string(), email: z.nullable(z.string()) })
export type Person = z.output<typeof personSchema>

/** Who has that id; null when nobody has. @throws AppError */
export async function getPerson(userId: string): Promise<Person | null> {
  const data = await loadData()
  return ask(
    data.from('profiles').select('id,name,email').eq('id', userId).maybeSingle(),
    z.nullable(personSchema),
  )
}

/** Name of a person that an address names. */
export const usePerson = (userId: string | undefined) =>
  useQuery({
    queryKey: [...adminKeys.users(), 'one', userId],
    queryFn: () => getPerson(userId ?? ''),
    enabled: userId !== undefined,
  })

/** What the users page does with an account; lists are read again afterwards, whatever came of it. */
export function useUserCommands() {
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: adminKeys.all })
  return {
    changeRole: useCommand({
      mutationKey: ['change-role'],
      target: ({ id }) => id,
      mutationFn: ({ id, role }: { id: string; role: Role }) => changeUserRole(id, role),
      onSettled,
    }),
    setActive: useCommand({
      mutationKey: ['set-user-active'],
      target: ({ id }) => id,
      mutationFn: ({ id, active }: { id: string; active: boolean }) => setUserActive(id, active),
      onSettled,
    }),
    endSessions: useCommand({ mutationKey: ['end-user-sessions'], mutationFn: endUserSessions, onSettled }),
  }
}
