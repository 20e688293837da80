import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUsers } from '../support/backend'
import { bounce, genuineBounce } from '../support/bounce'
import { commentsOf, receive, recordSent, replyAddress, stranger } from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

describe('loops', () => {
  const automatic = [
    ['an out-of-office note', ['Auto-Submitted: auto-replied']],
    ['an old responder', ['Precedence: bulk', 'X-Autoreply: yes']],
  ] as const

  it.each(automatic)('%s does not reopen a ticket and gets no answer', async (_name, headers) => {
    const ticket = await insertTicket(people.owner, { status: 'solved' })
    const to = await replyAddress(ticket)
    expect(await receive({ from: people.owner.email, to, headers: [...headers] })).toMatchObject({
      state: 'ignored',
      reason: 'automatic',
      reply: null,
    })
    const [row] = await db`select status from public.tickets where id = ${ticket}`
    expect(row).toEqual({ status: 'solved' })
    expect((await receive({ from: stranger(), headers: [...headers] })).reply).toBeNull()
  })

  it('a program that names a ticket does not reopen it, and waits for staff', async () => {
    const ticket = await insertTicket(people.owner, { status: 'solved' })
    const to = await replyAddress(ticket)
    const headers = ['Auto-Submitted: auto-generated', 'X-Auto-Response-Suppress: All']
    expect(await receive({ from: people.owner.email, to, headers })).toMatchObject({
      ...{ state: 'unmatched', reason: 'automatic', suspected_ticket_id: ticket, reply: null },
    })
    const [row] = await db`select status from public.tickets where id = ${ticket}`
    expect(row).toEqual({ status: 'solved' })
    expect((await receive({ from: stranger(), headers })).reply).toBeNull()
  })

  it.each([
    ['Exchange', ['X-Auto-Response-Suppress: DR, OOF, AutoReply'], undefined],
    [
      'another workspace',
      ['X-Auto-Response-Suppress: OOF, AutoReply', 'List-Unsubscribe: <https://x.example/u>'],
      undefined,
    ],
    [
      'a provider of mail',
      ['Feedback-ID: 1:2:3:ses', 'List-Unsubscribe: <https://x.example/u>'],
      'bounces+1-2@sender.example',
    ],
    [
      'a mailing list',
      ['List-Id: <all.example.com>', 'Precedence: list', 'X-Loop: all'],
      'bounces@list.example',
    ],
  ] as const)(
    "a person's answer by %s joins its ticket and gets no automatic answer",
    async (_name, headers, from) => {
      const ticket = await insertTicket(people.owner, { status: 'solved' })
      const to = await replyAddress(ticket)
      const envelope = from ? { from } : {}
      const mail = await receive(
        { from: people.owner.email, to, text: 'It is still broken.', headers: [...headers] },
        envelope,
      )
      expect(mail).toMatchObject({ state: 'accepted', ticket_id: ticket, reply: null })
      expect([...(await commentsOf(ticket))]).toMatchObject([{ content: 'It is still broken.' }])
      expect(await receive({ from: stranger(), headers: [...headers] }, envelope)).toMatchObject({
        state: 'accepted',
        reply: null,
      })
    },
  )

  it('with ourselves end at once', async () => {
    const ticket = await insertTicket(people.owner)
    const id = await recordSent(ticket, 'support@localhost')
    expect(await receive({ from: people.owner.email, id })).toMatchObject({
      state: 'ignored',
      reason: 'own_message',
    })
    expect(await receive({ from: 'support@localhost' })).toMatchObject({
      state: 'ignored',
      reason: 'own_message',
    })
    const to = await replyAddress(ticket)
    expect(await receive({ from: to, to })).toMatchObject({ state: 'ignored', reason: 'own_message' })
  })

  it('of two workspaces that answer each other stop after two', async () => {
    const from = stranger()
    const replies = []
    for (let turn = 0; turn < 5; turn += 1)
      replies.push(
        (await receive({ from, subject: `[Desk #${7000 + turn}] Re: [#${1042 + turn}] We got your mail` }))
          .reply,
      )
    expect(replies).toEqual(['acknowledgement', 'acknowledgement', null, null, null])
  })

  it('of a program end after twenty mails an hour', async () => {
    const from = stranger()
    const states = []
    for (let turn = 0; turn < 22; turn += 1)
      states.push((await receive({ from, headers: ['Auto-Submitted: auto-generated'] })).state)
    expect(states.filter((state) => state === 'accepted')).toHaveLength(20)
    expect(states.slice(20)).toEqual(['ignored', 'ignored'])
    // A person who writes from there is still heard, and forged mails use up nothing.
    expect(await receive({ from })).toMatchObject({ state: 'accepted' })
  })
})

describe('bounces', () => {
  it('are shown on the ticket and mark the address', async () => {
    const ticket = await insertTicket(people.owner)
    const address = stranger()
    const id = await recordSent(ticket, address)
    expect(await receive(await genuineBounce(address, id), { from: '' })).toMatchObject({
      state: 'bounce',
      ticket_id: ticket,
      reply: null,
    })
    const { data } = await people.agent.client.rpc('ticket_mails', { ticket_id: ticket })
    expect(data).toMatchObject({ failures: [{ address, status: '5.1.1', reason: '550 5.1.1 unknown user' }] })
    const events = await people.agent.client
      .from('ticket_events')
      .select('kind, to_value')
      .eq('ticket_id', ticket)
    expect(events.data).toContainEqual({ kind: 'delivery_failed', to_value: address })
    const seen = await people.owner.client.from('ticket_events').select('kind').eq('ticket_id', ticket)
    expect(seen.data).not.toContainEqual({ kind: 'delivery_failed' })
    const marked = await people.admin.client
      .from('undeliverable_addresses')
      .select('status')
      .eq('address', address)
    expect(marked.data).toEqual([{ status: '5.1.1' }])
  })

  it.each([
    ['expired', '4.4.7'],
    ['a full mailbox', '5.2.2'],
    ['refused as spam', '5.7.1'],
  ])('for a passing reason (%s) are shown, and the address still gets mails', async (_name, status) => {
    const ticket = await insertTicket(people.owner)
    const address = stranger()
    await receive(await genuineBounce(address, await recordSent(ticket, address), 'failed', status), {
      from: '',
    })
    const { data } = await people.agent.client.rpc('ticket_mails', { ticket_id: ticket })
    expect(data).toMatchObject({ failures: [{ address, status }] })
    expect([...(await db`select 1 from public.undeliverable_addresses where address = ${address}`)]).toEqual(
      [],
    )
  })

  it('end once the address writes, unless its mail is forged', async () => {
    const marked = () => db`select 1 from public.undeliverable_addresses where address = ${from}`
    const from = stranger()
    await db`insert into public.undeliverable_addresses (address, status) values (${from}, '5.1.1')`
    await receive({ from, verdict: 'fail' })
    expect(await marked()).toHaveLength(1)
    await receive({ from })
    expect(await marked()).toHaveLength(0)
  })

  it.each([
    ['that were not sent', 'failed', false],
    ['that are only delayed', 'delayed', true],
  ])('of mails %s mark nothing', async (_name, action, isSent) => {
    const ticket = await insertTicket(people.owner)
    const address = stranger()
    const id = isSent ? await recordSent(ticket, address) : 'made-up@desk.example'
    const report = isSent ? genuineBounce : bounce
    await receive(await report(address, id, action, action === 'failed' ? '5.1.1' : '4.4.1'), { from: '' })
    expect([...(await db`select 1 from public.undeliverable_addresses where address = ${address}`)]).toEqual(
      [],
    )
  })
})
