import { supabaseConfig } from '@helpdesk/supabase/config'
import { rememberIdentity } from './remember-workspace'

/**
 * Reads name, logo and accent color of the workspace for a visitor. Never rejects. By a plain request: the sign-in pages
 * do not load the data client.
 */
export async function refreshIdentity(): Promise<void> {
  try {
    const { url, publishableKey } = supabaseConfig()
    const answer = await fetch(`${url}/rest/v1/rpc/workspace_identity`, {
      headers: { apikey: publishableKey },
    })
    if (answer.ok) rememberIdentity(await answer.json())
  } catch {
    // the stored identity stays
  }
}
