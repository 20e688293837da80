import { getAuthState } from '@helpdesk/auth'
import { isFirstScreen } from '@helpdesk/supabase'

/**
 * A route loader that waits for a list when it is the first screen of the page, whose head script began the read: the
 * screen then replaces the skeleton in one render. Later visits render at once.
 * @param prefetch - fills the query cache of the user; never rejects
 */
export const firstScreenLoader =
  (prefetch: (userId: string, url: URL) => Promise<void>) =>
  async ({ request }: { request: Request }): Promise<null> => {
    const { user } = getAuthState()
    if (user && isFirstScreen()) await prefetch(user.id, new URL(request.url))
    return null
  }
