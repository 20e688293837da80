import { loadData, toAppError } from '@helpdesk/supabase'
import { toProfile, type Profile } from '../model/profile'

/**
 * Reads the profile of one user.
 * @throws AppError when the request fails or the user has no profile.
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
