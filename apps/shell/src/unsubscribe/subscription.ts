import { ask } from '@helpdesk/supabase/ask'
import { loadData } from '@helpdesk/supabase/data-client'
import * as z from 'zod/mini'

const schema = z.object({
  kind: z.string(),
  is_staff: z.boolean(),
  is_subscribed: z.boolean(),
  /** The token comes from the text of a mail: its owner gets a mail about its use. */
  is_in_text: z.boolean(),
  /** Of the ticket whose copies it is about (kind copy). */
  ticket_number: z.nullable(z.number()),
})
/** A kind of mail, or the copies of a ticket, and whether the owner of the token gets them. */
export type Subscription = z.output<typeof schema>

/** @throws AppError, 404 for a token that is not valid */
export async function getSubscription(token: string): Promise<Subscription> {
  return ask((await loadData()).rpc('get_subscription', { token }, { get: true }), schema)
}

/** Ends these mails, or takes that back. @throws AppError */
export async function setSubscription(token: string, subscribed: boolean): Promise<Subscription> {
  return ask((await loadData()).rpc('set_subscription', { token, subscribed }), schema)
}
