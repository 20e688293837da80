import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, expectError, insertTicket, type TestUsers } from './support/backend'

describe('unsubscribe links', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))

  interface Tokens {
    kind: string
    unsubscribe_token: string | null
    stop_token: string | null
  }
  const mailsOf = (ticket: string) =>
    db<
      Tokens[]
    >`select kind, unsubscribe_token, stop_token from public.notification_outbox where ticket_id = ${ticket}`
  /** The tokens of a mail to the assignee about a reply. */
  async function mailToAgent() {
    const { owner, agent } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    await owner.client.from('comments').insert({ ticket_id: ticket, content: 'Hello' })
    const [mail] = await mailsOf(ticket)
    return { link: mail?.stop_token ?? '', header: mail?.unsubscribe_token ?? '' }
  }
  const set = (token: string, subscribed = false) =>
    people.visitor.rpc('set_subscription', { token, subscribed })
  const get = (token: string) => people.visitor.rpc('get_subscription', { token })
  const preferences = async () =>
    (await db`select preferences from public.profiles where id = ${people.agent.id}`)[0]
      ?.preferences as unknown

  it.each(['link', 'header'] as const)(
    'end one kind of mail without signing in, and take that back: %s',
    async (way) => {
      const { [way]: token } = await mailToAgent()
      const found = { kind: 'reply', is_staff: true, is_in_text: way === 'link', ticket_number: null }
      expect((await get(token)).data).toEqual({ ...found, is_subscribed: true })
      expect((await set(token)).data).toEqual({ ...found, is_subscribed: false })
      expect(await preferences()).toEqual({ notify_reply: false })
      expect((await mailToAgent())[way]).toBe('')
      await set(token, true)
      expect(await preferences()).toEqual({ notify_reply: true })
      expect((await mailToAgent())[way]).toBe(token)
    },
  )

  it('change nothing when they are read', async () => {
    const { link } = await mailToAgent()
    for (let n = 0; n < 3; n += 1) await get(link)
    expect((await mailToAgent()).link).toBe(link)
  })

  it('are of one person and one kind: any other token is refused', async () => {
    const { link, header } = await mailToAgent()
    expect(link).not.toBe(header)
    const [person, kind, mac] = link.split('.')
    const others = [
      `${person}.status.${mac}`,
      `${people.owner.id}.${kind}.${mac}`,
      `${person}.${kind}.${'0'.repeat(64)}`,
      `${person}.theme.${mac}`,
      `${person}.copy.${mac}`,
      `${link}0`,
      link.slice(0, -1),
      '..',
      '',
    ]
    const before = await db`select id, preferences from public.profiles order by id`
    for (const other of others) {
      expectError(await set(other), 'unsubscribe_invalid')
      expectError(await get(other), 'unsubscribe_invalid')
    }
    expect(await db`select id, preferences from public.profiles order by id`).toEqual(before)
  })

  it('are not in messages of the requester’s own conversation', async () => {
    const { owner, agent } = people
    const { data } = await agent.client.rpc('open_ticket_for', {
      requester_email: owner.email,
      subject: 'Called',
      description: 'The printer is on fire.',
    })
    await agent.client.from('comments').insert({ ticket_id: data.ticket.id, content: 'Hello' })
    expect([...(await mailsOf(data.ticket.id))].sort((a, b) => a.kind.localeCompare(b.kind))).toEqual([
      { kind: 'opened', unsubscribe_token: null, stop_token: null },
      { kind: 'reply', unsubscribe_token: null, stop_token: null },
    ])
  })

  it.each(['unsubscribe_token', 'one_click_token'])(
    'that end replies to one’s own tickets are not valid any more: %s',
    async (name) => {
      const [row] = await db<
        { token: string }[]
      >`select ${db(`private.${name}`)}(${people.owner.id}, 'reply') as token`
      expectError(await set(row?.token ?? ''), 'unsubscribe_invalid')
    },
  )

  it('cannot be made by anyone: the key is out of reach', async () => {
    for (const { client } of [people.owner, people.agent, people.admin]) {
      expect((await client.schema('private').from('unsubscribe_keys').select()).error).not.toBeNull()
      for (const name of ['unsubscribe_token', 'one_click_token'])
        expect((await client.rpc(name, { person: people.agent.id, kind: 'reply' })).error).not.toBeNull()
      const copy = { ticket_id: people.agent.id, address: people.agent.email }
      expect((await client.rpc('copy_token', copy)).error).not.toBeNull()
    }
  })
})
