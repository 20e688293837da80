import { randomUUID } from 'node:crypto'
import { FunctionsHttpError } from '@supabase/supabase-js'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, expectError, expectRows, insertTicket, type TestUsers } from './support/backend'
import { commentsOf, personWith, receive, recordSent, replyAddress, stranger } from './support/mail'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

describe('mails that wait', () => {
  const waiting = async () => {
    const ticket = await insertTicket(people.owner)
    const from = stranger()
    const mail = await receive({ from, to: await replyAddress(ticket), text: 'From my other address.' })
    expect(mail).toMatchObject({ state: 'unmatched', reason: 'foreign_ticket', suspected_ticket_id: ticket })
    return { ticket, from, mail }
  }

  it('are listed for staff with the ticket to which they seem to belong', async () => {
    const { ticket, mail } = await waiting()
    const { data } = await people.agent.client.rpc('list_unmatched_mails')
    expect(data).toContainEqual(
      expect.objectContaining({
        id: mail.id,
        reason: 'foreign_ticket',
        suspected_ticket: expect.objectContaining({ id: ticket }),
      }),
    )
    expectError(await people.owner.client.rpc('list_unmatched_mails'), 'agent_required')
  })

  it('are counted for staff until they are handled', async () => {
    const count = async () => (await people.agent.client.rpc('count_queues')).data.unmatched
    const before = await count()
    const { mail } = await waiting()
    expect(await count()).toBe(before + 1)
    await people.agent.client.rpc('discard_mail', { mail_id: mail.id })
    expect(await count()).toBe(before)
  })

  it('are attached by staff, and their sender can answer from then on', async () => {
    const { ticket, from, mail } = await waiting()
    const call = () =>
      people.agent.client.rpc('attach_unmatched_mail', { mail_id: mail.id, ticket_id: ticket })
    expect((await call()).error).toBeNull()
    expectError(await call(), 'mail_handled')
    const person = await personWith(from)
    expect([...(await commentsOf(ticket))]).toEqual([
      { user_id: person?.id, content: 'From my other address.', is_internal: false, source: 'mail' },
    ])
    expect(await receive({ from, to: await replyAddress(ticket) })).toMatchObject({
      state: 'accepted',
      ticket_id: ticket,
    })
  })

  it('become a ticket of their sender', async () => {
    const { from, mail } = await waiting()
    const { data } = await people.agent.client.rpc('attach_unmatched_mail', { mail_id: mail.id })
    const person = await personWith(from)
    const [row] = await db`select customer_id, source from public.tickets where id = ${data?.ticket_id}`
    expect(row).toEqual({ customer_id: person?.id, source: 'mail' })
  })

  it('in the name of staff become a note of the one who files them', async () => {
    const ticket = await insertTicket(people.owner)
    const mail = await receive({
      from: people.otherAgent.email,
      to: await replyAddress(ticket),
      verdict: 'none',
    })
    expect(mail).toMatchObject({ state: 'unmatched', reason: 'staff_not_authenticated' })
    const args = { mail_id: mail.id, ticket_id: ticket }
    expect((await people.agent.client.rpc('attach_unmatched_mail', args)).error).toBeNull()
    expect([...(await commentsOf(ticket))]).toMatchObject([{ user_id: people.agent.id, is_internal: true }])
  })

  it('are added as a note, without making their sender a participant', async () => {
    const { ticket, from, mail } = await waiting()
    const args = { mail_id: mail.id, ticket_id: ticket, as_note: true }
    expectError(
      await people.agent.client.rpc('attach_unmatched_mail', { mail_id: mail.id, as_note: true }),
      'note_without_ticket',
    )
    expect((await people.agent.client.rpc('attach_unmatched_mail', args)).error).toBeNull()
    const [note] = await commentsOf(ticket)
    expect(note).toMatchObject({ user_id: people.agent.id, is_internal: true })
    expect(note?.content).toContain(`<${from}>:\n\nFrom my other address.`)
    expect(await db`select 1 from public.ticket_participants where ticket_id = ${ticket}`).toHaveLength(0)
    expect(await db`select 1 from public.notification_outbox where ticket_id = ${ticket}`).toHaveLength(0)
    expect(await personWith(from)).toBeUndefined()
  })

  it('say whether the workspace wrote to their sender about the ticket', async () => {
    const { ticket, from, mail } = await waiting()
    const find = async () => {
      const { data } = await people.agent.client.rpc('list_unmatched_mails')
      return data.find(({ id }: { id: string }) => id === mail.id).suspected_ticket.was_forwarded
    }
    expect(await find()).toBe(false)
    await recordSent(ticket, from)
    expect(await find()).toBe(true)
  })

  it('are discarded by staff', async () => {
    const { mail } = await waiting()
    expectError(await people.owner.client.rpc('discard_mail', { mail_id: mail.id }), 'agent_required')
    expect((await people.agent.client.rpc('discard_mail', { mail_id: mail.id })).error).toBeNull()
    expectError(await people.agent.client.rpc('discard_mail', { mail_id: mail.id }), 'mail_handled')
  })
})

describe('people in copy', () => {
  it('are added and removed by staff', async () => {
    const ticket = await insertTicket(people.owner)
    const table = () => people.agent.client.from('ticket_participants')
    expect((await table().insert({ ticket_id: ticket, address: 'carl@copy.example' })).error).toBeNull()
    expectRows(await table().select('id').eq('ticket_id', ticket), 1)
    expectRows(await table().delete().eq('ticket_id', ticket).select('id'), 1)
  })

  it('do not include the Reply-To of a proven mail: answers go to its author, and staff see the other address', async () => {
    const [from, other] = [stranger(), stranger()]
    const headers = [`Reply-To: Paul at home <${other}>`]
    const { ticket_id } = await receive({ from, headers })
    const ticket = ticket_id ?? ''
    await receive({ from, headers, to: await replyAddress(ticket) })
    await people.agent.client.rpc('send_reply', { ticket_id: ticket, content: 'Is it red?' })
    expect([...(await db`select from public.ticket_participants where ticket_id = ${ticket}`)]).toEqual([])
    expect(await personWith(other)).toBeUndefined()
    const mailed = await db<{ recipient_email: string }[]>`
      select distinct recipient_email from public.notification_outbox where ticket_id = ${ticket}`
    expect(mailed.map(({ recipient_email }) => recipient_email)).toContain(from)
    expect(mailed.map(({ recipient_email }) => recipient_email)).not.toContain(other)
    const events = await db`
      select from_value, to_value, is_internal from public.ticket_events
      where ticket_id = ${ticket} and kind = 'copies_left_out'`
    expect([...events]).toEqual([{ from_value: 'reply_to', to_value: other, is_internal: true }])
  })

  it('do not include the mailbox of the sender with a code, as workspaces have it in Reply-To', async () => {
    const name = stranger().split('@')[0]
    const { ticket_id } = await receive({
      from: `${name}@desk.example`,
      headers: [`Reply-To: ${name}+1042.0123456789abcdef0123@desk.example`, `Cc: ${name}+sales@desk.example`],
    })
    const rows = await db`select address from public.ticket_participants where ticket_id = ${ticket_id}`
    expect([...rows]).toEqual([])
  })

  it('are at most twenty', async () => {
    const copies = Array.from({ length: 40 }, (_, n) => `c${n}@copy.example`).join(', ')
    const { ticket_id } = await receive({ from: people.owner.email, headers: [`Cc: ${copies}`] })
    const [row] =
      await db`select count(*)::int as people from public.ticket_participants where ticket_id = ${ticket_id}`
    expect(row).toEqual({ people: 20 })
    const one = { ticket_id, address: 'one-more@copy.example' }
    expectError(await people.agent.client.from('ticket_participants').insert(one), 'participant_limit')
  })
})

it('shows no text of PostgreSQL when reading an original fails', async () => {
  const name = 'public.mail_original(uuid)'
  const [kept] = await db<{ text: string }[]>`select pg_get_functiondef(${name}::regprocedure) as text`
  await db.unsafe(`create or replace function public.mail_original(mail_id uuid) returns jsonb language plpgsql as $$
    begin raise 'DELETE requires a WHERE clause' using errcode = '21000'; end $$`)
  const body = { action: 'show', mailId: randomUUID() }
  const { error } = await people.agent.client.functions.invoke('staff-mail', { body })
  await db.unsafe(kept?.text ?? '')
  if (!(error instanceof FunctionsHttpError)) throw new Error(`not a refusal: ${String(error)}`)
  const response: Response = error.context
  expect(await response.json()).toEqual({ error: 'The email cannot be read now', code: 'try_again' })
  expect(response.status).toBe(503)
})
