import { expect } from 'vitest'
import { db, insertTicket, type TestUser } from './backend'

/** Days after which answers open follow-ups; 0 for never. */
export const setDays = (days: number) => db`update public.workspace_settings set follow_up_days = ${days}`

export const close = async (ticket: string, days: number) => {
  await db`update public.tickets set status = 'closed' where id = ${ticket}`
  await db`update public.tickets set closed_at = now() - ${days} * interval '1 day' where id = ${ticket}`
}
/** A ticket that was closed so many days ago. */
export async function closedTicket(
  owner: TestUser,
  days = 40,
  values: Parameters<typeof insertTicket>[1] = {},
) {
  const ticket = await insertTicket(owner, values)
  await close(ticket, days)
  return ticket
}
export const ticketOf = async (id: string) => {
  const [row] = await db`
    select status, subject, description, priority, customer_id, created_by, assigned_to, source, origin
    from public.tickets where id = ${id}`
  return row
}
export const statusOf = async (id: string) => (await ticketOf(id))?.status as unknown
export const answer = ({ client, id }: TestUser, ticket: string, values: object = {}) =>
  client
    .from('comments')
    .insert({ ticket_id: ticket, user_id: id, content: 'It smokes again.', ...values })
    .select()
    .single<{ id: string; ticket_id: string }>()
/** Answers in the portal. @returns the ticket on which the answer is */
export const placeOf = async (who: TestUser, ticket: string) => {
  const { data, error } = await answer(who, ticket)
  expect(error).toBeNull()
  return data?.ticket_id ?? ''
}
export const followUpsOf = async (ticket: string) =>
  (
    await db<{ id: string }[]>`
      select from_id as id from private.ticket_links where to_id = ${ticket} and kind = 'follow_up'`
  ).map(({ id }) => id)
interface FollowUp {
  continued_in: { id: string; number: number } | null
  opens: boolean
}
export const seen = async ({ client }: TestUser, ticket: string) => {
  const { data, error } = await client.rpc('get_ticket_detail', { ticket_id: ticket })
  expect(error).toBeNull()
  return data as {
    follow_up: FollowUp
    staff: { links: { tickets: { relation: string; id: string }[] } } | null
  } | null
}
