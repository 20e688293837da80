import { supabaseConfig } from '@helpdesk/supabase/config'
import { ForbiddenError, NetworkError } from '@helpdesk/supabase/errors/app-error'
import * as z from 'zod/mini'
import * as texts from './texts'

const settingsSchema = z.object({ external: z.record(z.string(), z.unknown()) })

/**
 * Checks that the auth server is up, the provider enabled, and its consent screen known (Auth asks Google for the
 * address): otherwise the redirect would end on raw JSON or on the browser's error page.
 * @param name the display name of the provider
 * @throws AppError; code `provider_disabled`, `provider_unreachable` or `network`.
 */
export async function checkProvider(provider: string, name: string): Promise<void> {
  const { url, publishableKey } = supabaseConfig()
  const response = await fetch(`${url}/auth/v1/settings`, { headers: { apikey: publishableKey } })
  if (response.status >= 500)
    throw new NetworkError(texts.providerUnreachable(name), { code: 'network', status: response.status })
  const settings = z.safeParse(settingsSchema, await response.json().catch(() => null))
  if (settings.success && settings.data.external[provider] === false) {
    const text = texts.providerUnavailable(name)
    throw new ForbiddenError(text, { code: 'provider_disabled', status: 400 })
  }
  // a browser gives a redirect that it does not follow the status 0
  const query = new URLSearchParams({ provider })
  const { status } = await fetch(`${url}/auth/v1/authorize?${query}`, { redirect: 'manual' })
  if (status >= 400)
    throw new NetworkError(texts.providerUnavailable(name), { code: 'provider_unreachable', status })
}
