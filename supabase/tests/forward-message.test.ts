import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, expectError, insertTicket, type TestUser, type TestUsers } from './support/backend'

let people: TestUsers
let ticket: string
beforeAll(async () => {
  people = await createUsers()
})

describe('forward_message', () => {
  const forward = (who: TestUser, changes: object = {}) =>
    who.client.rpc('forward_message', { ticket_id: ticket, recipient: 'expert@partner.example', ...changes })

  it('queues the mail and leaves an internal note', async () => {
    ticket = await insertTicket(people.owner)
    const { data, error } = await forward(people.agent, {
      recipient: ' Expert@partner.example',
      note: 'Any idea?',
    })
    expect(error).toBeNull()
    const [mail] =
      await db`select kind, recipient_id, recipient_email, excerpt from public.notification_outbox where id = ${String(data)}`
    expect(mail).toEqual({
      kind: 'forward',
      recipient_id: null,
      recipient_email: 'expert@partner.example',
      excerpt: 'Any idea?',
    })
    const notes = await db`select content, is_internal from public.comments where ticket_id = ${ticket}`
    expect([...notes]).toEqual([
      { content: 'Forwarded to expert@partner.example\n\nAny idea?', is_internal: true },
    ])
  })

  it('rejects customers, notes, messages of other tickets and addresses that are lists', async () => {
    ticket = await insertTicket(people.owner)
    const other = await insertTicket(people.otherCustomer)
    const [note] = await db`insert into public.comments (ticket_id, user_id, content, is_internal)
      values (${ticket}, ${people.agent.id}, 'secret', true) returning id`
    const [foreign] = await db`insert into public.comments (ticket_id, user_id, content)
      values (${other}, ${people.otherCustomer.id}, 'mine') returning id`
    expectError(await forward(people.owner), 'agent_required')
    expectError(await forward(people.agent, { comment_id: note?.id }), 'message_not_public')
    expectError(await forward(people.agent, { comment_id: foreign?.id }), 'message_not_public')
    expectError(await forward(people.agent, { ticket_id: randomUUID() }), 'ticket_not_found')
    for (const recipient of [
      'a@b.example,c@d.example',
      'A <a@b.example>',
      'a@b.example\r\nBcc: c@d.example',
      'nobody',
      '',
    ])
      expectError(await forward(people.agent, { recipient }), 'recipient_invalid')
    const mails =
      await db`select 1 from public.notification_outbox where ticket_id = ${ticket} and kind = 'forward'`
    expect(mails).toHaveLength(0)
  })

  it('is limited to 20 an hour for each person', async () => {
    ticket = await insertTicket(people.owner)
    const calls = await Promise.all(Array.from({ length: 25 }, () => forward(people.otherAgent)))
    expect(calls.filter(({ error }) => error === null)).toHaveLength(20)
    expectError(calls.find(({ error }) => error !== null) ?? { data: null, error: null }, 'forward_limit')
  })
})
