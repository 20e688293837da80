import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, expectError, insertTicket, type TestUsers } from './support/backend'
import { receive, replyAddress } from './support/mail'

describe('rating links', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))

  interface Taken {
    kind: string
    recipient_email: string
    rating_token?: string
  }
  /** What the mailer gets of the mails about a ticket. */
  const mailsOf = async (ticket: string) =>
    (
      await db<{ mail: Taken }[]>`
        select to_jsonb(o) || private.rating_invitation(o) as mail from public.notification_outbox o
        where o.ticket_id = ${ticket} order by o.created_at`
    ).map(({ mail }) => mail)
  const tokenOf = async (ticket: string) =>
    (await mailsOf(ticket)).findLast(({ rating_token }) => rating_token)?.rating_token ?? ''
  const setStatus = (ticket: string, status: string, { client } = people.agent) =>
    client.from('tickets').update({ status }).eq('id', ticket)
  /** A ticket that the agent has solved, and the token of the mail about it. */
  async function solved() {
    const ticket = await insertTicket(people.owner, { assigned_to: people.agent.id })
    await setStatus(ticket, 'solved')
    return { ticket, token: await tokenOf(ticket) }
  }
  const get = (token: string, client = people.visitor) =>
    client.rpc('get_rating_link', { token }, { get: true })
  const rate = (token: string, is_good: boolean | null = true, client = people.visitor) =>
    client.rpc('rate_by_link', { token, is_good })
  const ratingOf = async (ticket: string) =>
    (
      await db`select customer_id, agent_id, score, comment from public.ticket_ratings where ticket_id = ${ticket}`
    )[0]

  it('rate a solved ticket without signing in, and change that', async () => {
    const { owner, agent } = people
    const { ticket, token } = await solved()
    const { data: shown } = await get(token)
    expect(shown).toEqual({ ticket_number: expect.any(Number) })
    expect(await ratingOf(ticket)).toBeUndefined()
    expect((await rate(token)).data).toEqual(shown)
    const rating = { customer_id: owner.id, agent_id: agent.id, score: 4, comment: null }
    expect(await ratingOf(ticket)).toEqual(rating)
    await rate(token, false)
    expect(await ratingOf(ticket)).toEqual({ ...rating, score: 2 })
    const seen = await agent.client.rpc('get_ticket_detail', { ticket_id: ticket })
    expect(seen.data.rating).toMatchObject({ score: 2 })
    expect([
      ...(await db`select actor_id, from_value, to_value from public.ticket_events
        where ticket_id = ${ticket} and kind = 'rated' order by created_at`),
    ]).toEqual([
      { actor_id: owner.id, from_value: 'link', to_value: '4' },
      { actor_id: owner.id, from_value: 'link', to_value: '2' },
    ])
  })

  it('are one with the rating in the portal, whose words and finer scores they leave', async () => {
    const { owner } = people
    const { ticket, token } = await solved()
    const inPortal = (values: object) =>
      owner.client.from('ticket_ratings').update(values).eq('ticket_id', ticket)
    await rate(token, false)
    await inPortal({ score: 5 })
    await rate(token, true)
    expect(await ratingOf(ticket)).toMatchObject({ score: 5 })
    await inPortal({ comment: 'Quick' })
    expectError(await rate(token, false), 'rating_in_portal')
    expect(await ratingOf(ticket)).toMatchObject({ score: 5, comment: 'Quick' })
  })

  it('count an answer that is sent twice once', async () => {
    const { ticket, token } = await solved()
    await Promise.all([rate(token), rate(token), rate(token)])
    expect(
      await db`select from public.ticket_events where ticket_id = ${ticket} and kind = 'rated'`,
    ).toHaveLength(1)
  })

  it('are in the requester’s own mail about a solved or closed ticket alone', async () => {
    const { owner, agent } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    await agent.client
      .from('ticket_participants')
      .insert({ ticket_id: ticket, address: 'copied@rating.example' })
    await agent.client.from('comments').insert({ ticket_id: ticket, content: 'Hello' })
    await setStatus(ticket, 'pending')
    expect(await tokenOf(ticket)).toBe('')
    const sent = await agent.client.rpc('send_reply', {
      ticket_id: ticket,
      content: 'Done',
      new_status: 'solved',
    })
    expect(sent.error).toBeNull()
    const withLink = (await mailsOf(ticket)).filter(({ rating_token }) => rating_token)
    expect(withLink).toMatchObject([{ kind: 'reply', recipient_email: owner.email }])
    await rate(withLink[0]?.rating_token ?? '')
    // Whoever has rated is not asked again.
    await setStatus(ticket, 'closed')
    expect(await tokenOf(ticket)).toBe('')
  })

  it('reach the mailer', async () => {
    const { ticket, token } = await solved()
    // The stack's own mailer may have sent it already.
    const [row] = await db.begin(async (tx) => {
      await tx`update public.notification_outbox set sent_at = null, attempts = 0, next_attempt_at = 'epoch' where ticket_id = ${ticket}`
      return tx<{ mail: { rating_token: string } }[]>`
        select mail from public.take_mails('desk.example', 50) mail where mail ->> 'ticket_id' = ${ticket}`
    })
    expect(row?.mail.rating_token).toBe(token)
  })

  it('end when the ticket is open again, by an answer to the mail too, and stay ended', async () => {
    const { ticket, token } = await solved()
    const mail = await receive({ from: people.owner.email, to: await replyAddress(ticket) })
    expect(mail).toMatchObject({ state: 'accepted', ticket_id: ticket })
    expectError(await rate(token), 'rating_link_invalid')
    await setStatus(ticket, 'solved')
    expectError(await rate(token), 'rating_link_invalid')
    expectError(await get(token), 'rating_link_invalid')
    expect((await rate(await tokenOf(ticket))).error).toBeNull()
  })

  it('stay when a solved ticket is closed, and end after 30 days', async () => {
    const { ticket, token } = await solved()
    await setStatus(ticket, 'closed')
    expect((await get(token)).error).toBeNull()
    const issued = async (age: string) => {
      const [row] = await db<{ token: string }[]>`
        select private.rating_token(t, (extract(epoch from now() - ${age}::interval) * 1000000)::bigint) as token
        from public.tickets t where t.id = ${ticket}`
      return row?.token ?? ''
    }
    // Before the ticket was solved, when it was not yet open again.
    expect((await get(await issued('29 days'))).error).toBeNull()
    expectError(await rate(await issued('31 days')), 'rating_link_invalid')
    expect(await ratingOf(ticket)).toBeUndefined()
  })

  it('are of one ticket, one time and one customer: any other token is refused', async () => {
    const { token } = await solved()
    const other = await solved()
    const [ticket, , issued, mac] = token.split('.')
    for (const wrong of [
      `${other.ticket}.rate.${issued}.${mac}`,
      `${ticket}.rate.${Number(issued) + 1}.${mac}`,
      `${ticket}.rate.0${issued}.${mac}`,
      `${ticket}.copy.${issued}.${mac}`,
      `${ticket}.rate.${issued}.${'0'.repeat(64)}`,
      `${token}0`,
      token.slice(0, -1),
      '...',
      '',
    ])
      expectError(await rate(wrong), 'rating_link_invalid')
    await db`update public.tickets set customer_id = ${people.otherCustomer.id} where id = ${ticket ?? ''}`
    expectError(await rate(token), 'rating_link_invalid')
  })

  it('are refused to staff and other customers who are signed in', async () => {
    const { ticket, token } = await solved()
    for (const { client } of [people.agent, people.admin, people.otherCustomer])
      expectError(await rate(token, true, client), 'rating_refused')
    expect(await ratingOf(ticket)).toBeUndefined()
    expect((await rate(token, true, people.owner.client)).error).toBeNull()
  })

  it('end with the account of the customer, and are not for staff', async () => {
    const { ticket, token } = await solved()
    await db`update public.profiles set deactivated_at = now() where id = ${people.owner.id}`
    expectError(await rate(token), 'rating_link_invalid')
    await db`update public.profiles set deactivated_at = null where id = ${people.owner.id}`
    await db`update public.profiles set role = 'agent' where id = ${people.owner.id}`
    expectError(await rate(token), 'rating_link_invalid')
    await db`update public.profiles set role = 'customer' where id = ${people.owner.id}`
    expect((await get(token)).error).toBeNull()
    expect(await ratingOf(ticket)).toBeUndefined()
  })

  it('change a rating five times a day at most', async () => {
    const { ticket, token } = await solved()
    for (let turn = 0; turn < 5; turn += 1) expect((await rate(token, turn % 2 === 0)).error).toBeNull()
    expectError(await rate(token, false), 'rating_limit')
    expect(await ratingOf(ticket)).toMatchObject({ score: 4 })
    expect((await rate(token, true)).error).toBeNull()
  })

  it('need an answer, and cannot be made by anyone', async () => {
    const { ticket, token } = await solved()
    expect((await rate(token, null)).error).not.toBeNull()
    expect(await ratingOf(ticket)).toBeUndefined()
    for (const { client } of [people.owner, people.agent, people.admin])
      expect((await client.rpc('rating_token', { ticket, issued: 1 })).error).not.toBeNull()
  })
})
