import { randomUUID } from 'node:crypto'
import { clientAs } from '@helpdesk/testing/stack'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { inviteHelpers } from './support/invites'
import {
  createUsers,
  db,
  expectError,
  expectForbidden,
  insertComment,
  stack,
  type TestUser,
  type TestUsers,
} from './support/backend'

interface Opened {
  ticket: { id: string; number: number; tags: string[] | null; source: string; created_by: string }
  requester: { id: string; name: string; email: string; is_new: boolean }
}

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))
const { freshEmail, signUp } = inviteHelpers(() => people)

const call = ({ client }: TestUser, requester_email: string, more: object = {}) =>
  client.rpc('open_ticket_for', {
    requester_email,
    subject: 'No dial tone',
    description: 'The phone has been dead since noon.',
    ...more,
  })
async function open(who: TestUser, email: string, more: object = {}): Promise<Opened> {
  const { data, error } = await call(who, email, more)
  expect(error).toBeNull()
  return data as Opened
}
/** The mail as leased: by the backend's own sender, or here. */
const mail = (ticket: string, kind: string) =>
  vi.waitFor(async () => {
    await db`select from public.take_notifications(100)`
    const rows = await db`select * from public.notification_outbox
      where ticket_id = ${ticket} and kind = ${kind} and attempts > 0 and error is null`
    expect(rows).toHaveLength(1)
    return rows[0]
  })

describe('open_ticket_for', () => {
  it('opens a ticket for a known customer, who reads it and gets a mail', async () => {
    const { agent, owner } = people
    const { ticket, requester } = await open(agent, ` ${owner.email.toUpperCase()} `)
    expect(requester).toEqual({ id: owner.id, name: 'Olive Owner', email: owner.email, is_new: false })
    expect(ticket).toMatchObject({ source: 'staff', created_by: agent.id })
    const seen = await owner.client.rpc('get_ticket_detail', { ticket_number: ticket.number })
    expect(seen.data.ticket).toMatchObject({ id: ticket.id, source: 'staff', status: 'open' })
    expect(await mail(ticket.id, 'opened')).toMatchObject({
      recipient_email: owner.email,
      actor_name: 'Ada Agent',
      ticket_number: String(ticket.number),
      needs_password: false,
      excerpt: 'The phone has been dead since noon.',
    })
  })

  it('gives the tags to the workspace, not to the customer', async () => {
    const { agent, owner } = people
    const { ticket } = await open(agent, owner.email, { tags: ['difficult'], priority: 'high' })
    expect(ticket).toMatchObject({ tags: ['difficult'], priority: 'high' })
    const seen = await owner.client.rpc('get_ticket_detail', { ticket_id: ticket.id })
    expect(JSON.stringify(seen.data)).not.toContain('difficult')
    const { data } = await owner.client.from('tickets').select('tags').eq('id', ticket.id).single()
    expect(data).toEqual({ tags: null })
  })

  it('creates an unknown customer without a password, who sets one by mail', async () => {
    const email = freshEmail()
    const { ticket, requester } = await open(people.agent, email, { requester_name: 'Phil Phone' })
    expect(requester).toMatchObject({ name: 'Phil Phone', email, is_new: true })
    const [profile] = await db`select role, name from public.profiles where id = ${requester.id}`
    expect(profile).toEqual({ role: 'customer', name: 'Phil Phone' })
    expect(await mail(ticket.id, 'opened')).toMatchObject({ needs_password: true })
    // Mails about replies too, although the address is not confirmed yet.
    await people.agent.client.rpc('send_reply', { ticket_id: ticket.id, content: 'Please plug it in.' })
    expect(await mail(ticket.id, 'reply')).toMatchObject({ recipient_email: email })

    expect((await people.visitor.auth.resetPasswordForEmail(email)).error).toBeNull()
    await db`update auth.users set email_confirmed_at = now(),
      encrypted_password = extensions.crypt('Demo1234', extensions.gen_salt('bf', 4)) where email = ${email}`
    const client = await clientAs(stack, email)
    const { data } = await client.from('tickets').select('id')
    expect(data).toEqual([{ id: ticket.id }])
    await insertComment({ ...people.owner, id: requester.id }, ticket.id)
    expect((await open(people.otherAgent, email)).requester).toMatchObject({
      id: requester.id,
      is_new: false,
    })
  })

  it('keeps the password of a stranger out of the account', async () => {
    const email = freshEmail()
    await signUp(email, { full_name: 'Mallory' }, 'Stranger1')
    const [before] = await db`select id from auth.users where email = ${email}`
    const { requester } = await open(people.agent, email, { requester_name: 'Vera Victim' })
    expect(requester).toMatchObject({ name: 'Vera Victim', is_new: true })
    expect(requester.id).not.toBe(before?.id)
    // Signing up again sets no password either.
    await signUp(email, { full_name: 'Mallory' }, 'Stranger1')
    const [user] =
      await db`select encrypted_password, email_confirmed_at from auth.users where email = ${email}`
    expect(user).toEqual({ encrypted_password: null, email_confirmed_at: null })
  })

  it('sends no mail to accounts that nobody confirmed and staff did not enter', async () => {
    const email = freshEmail()
    await signUp(email, {})
    const [user] = await db`select private.can_get_notification('reply', id, t) as may
      from auth.users u, lateral (select null::public.tickets t) x where email = ${email}`
    expect(user?.may).toBe(false)
  })

  it('returns the first ticket for a repeated request', async () => {
    const request_id = randomUUID()
    const email = freshEmail()
    const [one, two] = await Promise.all([0, 1].map(() => open(people.agent, email, { request_id })))
    expect(two?.ticket.id).toBe(one?.ticket.id)
    expect(await db`select from public.tickets where customer_id = ${one!.requester.id}`).toHaveLength(1)
  })

  it('is logged with the customer and the number', async () => {
    const { ticket, requester } = await open(people.agent, freshEmail())
    const [row] = await db`select * from public.audit_log where target_id = ${requester.id}`
    expect(row).toMatchObject({
      action: 'ticket_opened',
      actor_id: people.agent.id,
      target_label: requester.email,
      to_value: { number: ticket.number, is_new: true },
    })
  })

  it('rejects addresses of staff, deactivated people and malformed values', async () => {
    const { agent, otherAgent, admin } = people
    for (const { email } of [agent, otherAgent, admin])
      expectError(await call(agent, email), 'requester_is_staff')
    const { otherCustomer } = await createUsers()
    await db`update public.profiles set deactivated_at = now() where id = ${otherCustomer.id}`
    expectError(await call(agent, otherCustomer.email), 'account_deactivated')
    for (const email of ['', 'nobody', 'a@b', 'a b@example.com'])
      expectError(await call(agent, email), 'requester_email')
    expectError(await call(agent, freshEmail(), { tags: ['x'.repeat(41)] }), 'tag_invalid')
    const email = freshEmail()
    expect((await call(agent, email, { description: 'short' })).error?.code).toBe('23514')
    expect(await db`select from auth.users where email = ${email}`).toHaveLength(0)
  })

  it('rejects customers and visitors', async () => {
    const { owner, otherCustomer, visitor } = people
    expectError(await call(owner, otherCustomer.email), 'agent_required')
    expectForbidden(await call({ ...owner, client: visitor }, owner.email))
  })
})
