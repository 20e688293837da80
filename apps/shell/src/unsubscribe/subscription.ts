import { ask } from '@helpdesk/supabase/ask'
import { loadData } from '@helpdesk/supabase/data-client'
import * as z from 'zod/mini'

const schema = z.object({ kind: z.string(), is_staff: z.boolean(), is_subscribed: z.boolean() })
/** A kind of mail, and whether the owner of the token gets it. */
export type Subscription = z.output<typeof schema>

/** @throws AppError, 404 for a token that is not valid */
export async function getSubscription(token: string): Promise<Subscription> {
  return ask((await loadData()).rpc('get_subscription', { token }, { get: true }), schema)
}

/** Ends this kind of mail, or takes that back. @throws AppError */
export async function setSubscription(token: string, subscribed: boolean): Promise<Subscription> {
  return ask((await loadData()).rpc('set_subscription', { token, subscribed }), schema)
}
