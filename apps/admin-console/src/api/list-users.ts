import { ask, loadData, z } from '@helpdesk/supabase'
import { useInfiniteQuery, useQuery } from '@helpdesk/ui/query'
import { userSchema, type User, type UserFilter } from '../model/users'
import { adminKeys } from './keys'
import { keysetPages, PAGE_SIZE } from './keyset-pages'

/**
 * One page of users, newest first.
 * @param after last row of the previous page
 * @throws AppError
 */
export async function listUsers(
  filter: UserFilter,
  after?: User,
  pageSize: number = PAGE_SIZE,
): Promise<User[]> {
  const data = await loadData()
  const args = {
    query: filter.search.trim() || undefined,
    filter_role: filter.role,
    filter_active: filter.active,
    max_rows: pageSize,
    after_created_at: after?.created_at,
    after_id: after?.id,
  }
  return ask(data.rpc('list_users', args, { get: true }), z.array(userSchema))
}

export const useUsers = (filter: UserFilter) =>
  useInfiniteQuery({
    queryKey: [...adminKeys.users(), filter],
    queryFn: ({ pageParam }) => listUsers(filter, pageParam),
    ...keysetPages<User>(),
  })

const SUGGESTIONS = 8

/** The first few users whose name or e-mail address contains the text. */
export const useUserSuggestions = (search: string) =>
  useQuery({
    queryKey: [...adminKeys.users(), 'few', search.trim()],
    queryFn: () => listUsers({ search, role: undefined, active: undefined }, undefined, SUGGESTIONS),
  })
