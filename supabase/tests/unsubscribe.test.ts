import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, expectError, insertTicket, type TestUsers } from './support/backend'

describe('unsubscribe links', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))

  /** The token of a mail to the assignee about a reply. */
  async function mailToAgent(): Promise<string> {
    const { owner, agent } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    await owner.client.from('comments').insert({ ticket_id: ticket, content: 'Hello' })
    const [mail] = await db<{ unsubscribe_token: string }[]>`
      select unsubscribe_token from public.notification_outbox where ticket_id = ${ticket}`
    return mail?.unsubscribe_token ?? ''
  }
  const set = (token: string, subscribed = false) =>
    people.visitor.rpc('set_subscription', { token, subscribed })

  it('end one kind of mail without signing in, and take that back', async () => {
    const token = await mailToAgent()
    expect((await people.visitor.rpc('get_subscription', { token })).data).toEqual({
      kind: 'reply',
      is_staff: true,
      is_subscribed: true,
    })
    expect((await set(token)).data).toMatchObject({ is_subscribed: false })
    const preferences = async () =>
      (await db`select preferences from public.profiles where id = ${people.agent.id}`)[0]
    expect(await preferences()).toEqual({ preferences: { notify_reply: false } })
    expect(await mailToAgent()).toBe('')
    await set(token, true)
    expect(await preferences()).toEqual({ preferences: { notify_reply: true } })
    expect(await mailToAgent()).toBe(token)
  })

  it('change nothing when they are read', async () => {
    const token = await mailToAgent()
    for (let n = 0; n < 3; n += 1) await people.visitor.rpc('get_subscription', { token })
    expect(await mailToAgent()).toBe(token)
  })

  it('are of one person and one kind: any other token is refused', async () => {
    const token = await mailToAgent()
    const [person, kind, mac] = token.split('.')
    const others = [
      `${person}.status.${mac}`,
      `${people.owner.id}.${kind}.${mac}`,
      `${person}.${kind}.${'0'.repeat(64)}`,
      `${person}.theme.${mac}`,
      `${token}0`,
      token.slice(0, -1),
      '..',
      '',
    ]
    const before = await db`select id, preferences from public.profiles order by id`
    for (const other of others) {
      expectError(await set(other), 'unsubscribe_invalid')
      expectError(await people.visitor.rpc('get_subscription', { token: other }), 'unsubscribe_invalid')
    }
    expect(await db`select id, preferences from public.profiles order by id`).toEqual(before)
  })

  it('are not in the mail about a ticket that staff opened, which is sent in any case', async () => {
    const { owner, agent } = people
    await agent.client.rpc('open_ticket_for', {
      requester_email: owner.email,
      subject: 'Called',
      description: 'The printer is on fire.',
    })
    const rows =
      await db`select unsubscribe_token from public.notification_outbox where kind = 'opened' and recipient_id = ${owner.id}`
    expect([...rows]).toEqual([{ unsubscribe_token: null }])
  })

  it('cannot be made by anyone: the key is out of reach', async () => {
    for (const { client } of [people.owner, people.agent, people.admin]) {
      expect((await client.schema('private').from('unsubscribe_keys').select()).error).not.toBeNull()
      expect(
        (await client.rpc('unsubscribe_token', { person: people.agent.id, kind: 'reply' })).error,
      ).not.toBeNull()
    }
  })
})
