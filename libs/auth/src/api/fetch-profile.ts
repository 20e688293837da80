import { loadData } from '@helpdesk/supabase/data-client'
import { toAppError } from '@helpdesk/supabase/errors/to-app-error'
import { toProfile, type Profile } from '../model/profile'

/**
 * Reads the profile of one user.
 * @throws AppError when the request fails or there is no profile
 */
export async function fetchProfile(userId: string): Promise<Profile> {
  try {
    const data = await loadData()
    const { data: row, error, status } = await data.from('profiles').select('*').eq('id', userId).single()
    if (error) throw toAppError(error, status)
    return toProfile(row)
  } catch (error) {
    throw toAppError(error)
  }
}
