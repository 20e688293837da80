/** A Message-ID that was used before takes no other mail's place. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createServiceApi } from '../../functions/_shared/service-api'
import { createUsers, db, insertTicket, stack, type TestUsers } from '../support/backend'
import { commentsOf, deliver, rawMail, receive, replyAddress, stranger } from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const newId = () => `${randomUUID()}@customer.example`
const withId = (id: string) => db<
  { state: string; reason: string; ticket_id: string; original_path: string }[]
>`
  select state, reason, ticket_id, original_path from private.mail_messages where message_id = ${id} order by received_at`

describe('a used Message-ID', () => {
  it.each([
    ['from another sender', () => ({ from: stranger() })],
    ['with another body', (from: string) => ({ from, text: 'The second fire.' })],
    ['of another day', (from: string) => ({ from, date: 'Wed, 25 Nov 2026 10:12:13 +0000' })],
    ['with another subject', (from: string) => ({ from, subject: 'The second fire' })],
    [
      'with another file',
      (from: string) => ({
        from,
        headers: ['Content-Type: multipart/mixed; boundary=b'],
        text: '--b\r\n\r\nSmoke comes out of the left side.\r\n--b\r\nContent-Type: text/plain; name=a.txt\r\n\r\nx\r\n--b--',
      }),
    ],
  ])('%s is filed as a mail of its own', async (_name, second) => {
    const [id, from] = [newId(), stranger()]
    await deliver(rawMail({ from, id }))
    expect((await deliver(rawMail({ id, ...second(from) }))).results).toMatchObject([{ state: 'accepted' }])
    const mails = await withId(id)
    expect(new Set(mails.map(({ ticket_id }) => ticket_id)).size).toBe(2)
    expect(new Set(mails.map(({ original_path }) => original_path)).size).toBe(2)
  })

  it('of a repeated delivery is filed once, whatever hosts on the way have written', async () => {
    const [id, from] = [newId(), stranger()]
    const first = rawMail({ from, id })
    for (const raw of [first, `Received: from mx2.customer.example\r\n${first}`, first])
      expect((await deliver(raw)).results).toMatchObject([{ state: 'accepted' }])
    const [mail, ...others] = await withId(id)
    expect(others).toEqual([])
    const stored = await db`
      select name from storage.objects where bucket_id = 'mail-originals' and name = ${mail?.original_path ?? ''}`
    expect(stored).toHaveLength(1)
  })

  it('keeps the original when a forged copy with other headers follows', async () => {
    const [id, from] = [newId(), stranger()]
    const raw = rawMail({ from, id })
    await deliver(raw)
    const path = (await withId(id))[0]?.original_path ?? ''
    await deliver(rawMail({ from: `Mallory <${from}>`, id, verdict: 'none', headers: ['X-Added: 1'] }))
    expect(await withId(id)).toHaveLength(1)
    const original = await createServiceApi(stack.url, stack.secretKey).load('mail-originals', path)
    expect(new TextDecoder().decode(original)).toBe(raw)
  })

  it('files the real mail after a forged copy', async () => {
    const [id, from] = [newId(), stranger()]
    expect(await receive({ from, id, verdict: 'fail' })).toMatchObject({ state: 'unmatched' })
    await deliver(rawMail({ from, id }))
    expect((await withId(id)).map(({ state }) => state)).toEqual(['unmatched', 'accepted'])
  })

  it('of an accepted copy that proved nothing leaves the real mail its place', async () => {
    const [id, from] = [newId(), stranger()]
    expect(await receive({ from, id, verdict: 'none' })).toMatchObject({ state: 'accepted' })
    expect(await receive({ from, id, verdict: 'pass' })).toMatchObject({ state: 'accepted' })
    expect(await receive({ from, id, verdict: 'none' })).toMatchObject({ state: 'accepted' })
    expect(await withId(id)).toHaveLength(2)
  })

  it('in two tickets leads a customer to their own, and an agent to neither', async () => {
    const id = newId()
    const other = await receive({ from: stranger(), id, text: 'Mine came first.' })
    await deliver(rawMail({ from: people.owner.email, id }))
    const own = (await withId(id)).find(({ ticket_id }) => ticket_id !== other.ticket_id)?.ticket_id
    const headers = [`In-Reply-To: <${id}>`]
    expect(await receive({ from: people.owner.email, headers })).toMatchObject({
      state: 'accepted',
      ticket_id: own,
    })
    const answer = await receive({ from: people.agent.email, headers, text: 'Your password is red.' })
    expect(answer).toMatchObject({ state: 'unmatched', reason: 'ambiguous_reference' })
    expect(await commentsOf(other.ticket_id ?? '')).toHaveLength(0)
  })

  it('to two addresses of the workspace is one message only with the same content', async () => {
    const other = `sales-${randomUUID().slice(0, 8)}@localhost`
    await db`insert into public.mail_addresses (address) values (${other})`
    const [id, from, ticket] = [newId(), people.owner.email, await insertTicket(people.owner)]
    const reply = await replyAddress(ticket)
    const values = { from, id, to: `${reply}, ${other}` }
    await deliver(rawMail(values), { to: [reply] })
    await deliver(rawMail(values), { to: [other] })
    await deliver(rawMail({ ...values, to: other, text: 'Something else.' }), { to: [other] })
    expect((await withId(id)).map(({ state, reason }) => [state, reason])).toEqual([
      ['accepted', ''],
      ['ignored', 'same_message'],
      ['accepted', ''],
    ])
    await db`delete from public.mail_addresses where address = ${other}`
  })
})

it('forged mails in somebody’s name do not use up the mails about what they write', async () => {
  const { owner, agent } = people
  const ticket = await insertTicket(owner, { assigned_to: agent.id, status: 'in_progress' })
  const to = await replyAddress(ticket)
  for (let n = 0; n < 21; n++)
    await receive({
      from: owner.email,
      to,
      text: `Forged ${'abcdefghijklmnopqrstu'.charAt(n)} words`,
      verdict: 'none',
    })
  const told = async (content: string) => {
    const [row] = await db`
      select o.kind from public.comments c left join public.notification_outbox o
        on o.comment_id = c.id and o.recipient_id = ${agent.id}
      where c.ticket_id = ${ticket} and c.content = ${content}`
    return row?.kind
  }
  expect(await told('Forged u words')).toBeNull()
  await receive({ from: owner.email, to, text: 'These are mine, by mail' })
  expect(await told('These are mine, by mail')).toBe('comment')
  await owner.client.from('comments').insert({ ticket_id: ticket, content: 'These too, in the portal' })
  expect(await told('These too, in the portal')).toBe('comment')
})

it('a forged mail that came first does not keep the real one with the same words from being sent on', async () => {
  const { owner, agent } = people
  const ticket = await insertTicket(owner)
  const address = stranger()
  await agent.client.from('ticket_participants').insert({ ticket_id: ticket, address })
  const to = await replyAddress(ticket)
  const sentOn: number[] = []
  for (const verdict of ['none', 'none', 'pass', 'pass', 'none'] as const) {
    const { comment_id } = await receive({ from: owner.email, to, text: 'Yes', verdict })
    const mails = await db`select 1 from public.notification_outbox where comment_id = ${comment_id}`
    sentOn.push(mails.length)
  }
  expect(sentOn).toEqual([1, 0, 1, 0, 0])
})

it('a forged mail that opened a ticket does not keep an answer with its words from being sent on', async () => {
  const [from, address] = [stranger(), stranger()]
  const { ticket_id } = await receive({ from, verdict: 'none', text: 'Yes' })
  await people.agent.client.from('ticket_participants').insert({ ticket_id, address })
  const to = await replyAddress(ticket_id ?? '')
  const away = { from, to, text: 'I am away.', headers: ['Auto-Submitted: auto-replied'] }
  expect(await receive(away)).toMatchObject({ state: 'ignored', ticket_id, comment_id: null })
  const { comment_id } = await receive({ from, to, text: 'Yes' })
  expect(await db`select 1 from public.notification_outbox where comment_id = ${comment_id}`).toHaveLength(1)
})
