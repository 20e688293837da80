import { ask } from '@helpdesk/supabase/ask'
import { loadData } from '@helpdesk/supabase/data-client'
import * as z from 'zod/mini'
import { getAuthState, patchAuthState } from '../session/auth-state'

/**
 * Sets whether the signed-in member of staff is away: then they are not given the next ticket, and colleagues are warned
 * before they assign one to them.
 * @throws AppError for anyone but staff
 */
export async function setAvailability(isAway: boolean): Promise<void> {
  const since = await ask(
    (await loadData()).rpc('set_availability', { is_away: isAway }),
    z.nullable(z.string()),
  )
  const { profile } = getAuthState()
  if (profile) patchAuthState({ profile: { ...profile, away_since: since } })
}
