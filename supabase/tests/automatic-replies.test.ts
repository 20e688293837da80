/** Answers of programs: a line on the ticket for staff, and nothing else. */
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, expectError, insertTicket, type TestUsers } from './support/backend'
import { bounce, genuineBounce } from './support/bounce'
import { commentsOf, receive, recordSent, replyAddress, stranger } from './support/mail'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

interface Line {
  id: string
  kind: string
  from_value: string | null
  to_value: string
  is_internal: boolean
}
const linesOf = (ticket: string) => db<Line[]>`
  select id, kind, from_value, to_value, is_internal from public.ticket_events
  where ticket_id = ${ticket} and kind like '%auto_reply' order by created_at, id`
const isSilenced = async (address: string) =>
  (await db`select from public.undeliverable_addresses where address = ${address}`).length > 0
const silence = (address: string) =>
  db`insert into public.undeliverable_addresses (address, status) values (${address}, '5.1.1')`
const noteOf = (ticket: string, text = 'I am away until 7 December.', values = {}) =>
  replyAddress(ticket).then((to) =>
    receive({
      from: people.owner.email,
      to,
      subject: 'Abwesenheitsnotiz',
      text,
      headers: [`In-Reply-To: <a@b.example>`],
      ...values,
    }),
  )

describe('a note of an absence', () => {
  it('is a line on the ticket, and neither a reply nor a notification', async () => {
    const ticket = await insertTicket(people.owner, { status: 'solved' })
    const before = await db`select count(*)::int from public.notification_outbox`
    const inApp = await db`select count(*)::int from private.notifications`
    const mail = await noteOf(ticket)
    expect(mail).toMatchObject({
      state: 'ignored',
      reason: 'automatic',
      ticket_id: ticket,
      comment_id: null,
      reply: null,
    })
    expect([...(await commentsOf(ticket))]).toEqual([])
    expect(await db`select status from public.tickets where id = ${ticket}`).toMatchObject([
      { status: 'solved' },
    ])
    const [owner] = await db<
      { name: string }[]
    >`select name from public.profiles where id = ${people.owner.id}`
    expect(await linesOf(ticket)).toMatchObject([
      { from_value: '2026-12-07', to_value: owner?.name, is_internal: true },
    ])
    expect(await db`select count(*)::int from public.notification_outbox`).toEqual(before)
    expect(await db`select count(*)::int from private.notifications`).toEqual(inApp)
  })

  it('is read by staff, and not by the customer', async () => {
    const ticket = await insertTicket(people.owner)
    const mail = await noteOf(ticket)
    const [line] = await linesOf(ticket)
    const { data } = await people.agent.client.rpc('get_ticket_detail', { ticket_id: ticket })
    expect(data.staff.events).toContainEqual(expect.objectContaining({ id: line?.id, kind: 'auto_reply' }))
    const seen = await people.owner.client.rpc('get_ticket_detail', { ticket_id: ticket })
    expect(JSON.stringify(seen.data)).not.toContain('auto_reply')
    const args = { event_id: line?.id }
    expect((await people.agent.client.rpc('automatic_reply', args)).data).toMatchObject({
      ...{ id: mail.id, from_address: people.owner.email, content: 'I am away until 7 December.' },
      has_original: true,
    })
    expectError(await people.owner.client.rpc('automatic_reply', args), 'agent_required')
  })

  it.each([
    ['with no date', 'I am out of the office.', 'away'],
    ['that says nothing of an absence', 'We got your email.', null],
  ])('%s is a line of its own', async (_name, text, value) => {
    const ticket = await insertTicket(people.owner)
    await noteOf(ticket, text, {
      ...{
        subject: 'Automatic reply: x',
        headers: ['In-Reply-To: <a@b.example>', 'Auto-Submitted: auto-replied'],
      },
    })
    expect(await linesOf(ticket)).toMatchObject([{ from_value: value }])
  })

  it('is shown once a week, unless it says something else', async () => {
    const ticket = await insertTicket(people.owner)
    await noteOf(ticket)
    await noteOf(ticket)
    expect(await linesOf(ticket)).toHaveLength(1)
    await noteOf(ticket, 'I am away until 8 December.')
    expect(await linesOf(ticket)).toHaveLength(2)
    await db`update public.ticket_events set created_at = now() - interval '8 days' where ticket_id = ${ticket}`
    await noteOf(ticket)
    expect(await linesOf(ticket)).toHaveLength(3)
  })

  it('fills no history', async () => {
    const ticket = await insertTicket(people.owner)
    const days = Array.from({ length: 23 }, (_, n) => n + 1)
    for (const day of days) await noteOf(ticket, `I am away until ${day} January.`)
    expect(await linesOf(ticket)).toHaveLength(20)
  })

  it('of somebody who may not write to the ticket is none of its lines', async () => {
    const ticket = await insertTicket(people.owner)
    await noteOf(ticket, undefined, { from: stranger() })
    expect(await linesOf(ticket)).toHaveLength(0)
  })

  it.each([
    ['none', null],
    ['pass', true],
  ] as const)(
    'that names a ticket by its number alone (%s) is its line only when proven',
    async (verdict, shown) => {
      const ticket = await insertTicket(people.owner)
      const [row] = await db<{ number: string }[]>`select number from public.tickets where id = ${ticket}`
      const mail = await receive({
        ...{ from: people.owner.email, verdict, subject: `Automatic reply: [#${row?.number}] x` },
        ...{ headers: ['Auto-Submitted: auto-replied'], text: 'I am away until 7 December.' },
      })
      expect(mail).toMatchObject({ state: 'ignored', reason: 'automatic', ticket_id: shown && ticket })
      expect(mail.suspected_ticket_id).toBe(shown ? null : ticket)
      expect(await linesOf(ticket)).toHaveLength(shown ? 1 : 0)
    },
  )

  it('that nothing proves says so, and names the address alone', async () => {
    const ticket = await insertTicket(people.owner)
    await noteOf(ticket, undefined, { from: `Someone Else <${people.owner.email}>`, verdict: 'none' })
    expect(await linesOf(ticket)).toMatchObject([
      { kind: 'unverified_auto_reply', to_value: people.owner.email, is_internal: true },
    ])
  })

  it('that is genuine is hidden by no forged ones', async () => {
    const ticket = await insertTicket(people.owner)
    await db`
      insert into public.ticket_events (ticket_id, kind, from_value, to_value, is_internal)
      select ${ticket}, 'unverified_auto_reply', n::text, ${people.owner.email}, true from generate_series(1, 19) n`
    await noteOf(ticket, undefined, { verdict: 'none' })
    await noteOf(ticket, 'I am away until 9 December.', { verdict: 'none' })
    await noteOf(ticket)
    const lines = await linesOf(ticket)
    expect(lines.filter(({ kind }) => kind === 'unverified_auto_reply')).toHaveLength(20)
    expect(lines.filter(({ kind }) => kind === 'auto_reply')).toHaveLength(1)
  })

  it('that answers no ticket opens none, and is found by staff', async () => {
    const mail = await receive({ from: stranger(), headers: ['X-Autoreply: yes'], text: 'I am away.' })
    expect(mail).toMatchObject({ state: 'ignored', reason: 'automatic', ticket_id: null })
    const { data } = await people.agent.client.rpc('list_unmatched_mails', {
      states: ['ignored'],
      max_rows: 100,
    })
    expect(data).toContainEqual(
      expect.objectContaining({ id: mail.id, reason: 'automatic', has_original: true }),
    )
  })

  it('is kept as long as its ticket', async () => {
    const ticket = await insertTicket(people.owner)
    const shown = await noteOf(ticket)
    const other = await noteOf(ticket)
    await db`update private.mail_messages set received_at = now() - interval '40 days' where id in (${shown.id}, ${other.id})`
    await db`select private.prune_unfiled_mails()`
    expect(await db`select id from private.mail_messages where id in (${shown.id}, ${other.id})`).toEqual([
      { id: shown.id },
    ])
  })

  it.each([
    ['pass', false],
    ['none', true],
  ] as const)('of a silenced address (%s) shows that its mailbox works: %s', async (verdict, silenced) => {
    const from = stranger()
    await silence(from)
    await receive({ from, verdict, headers: ['Auto-Submitted: auto-replied'] })
    expect(await isSilenced(from)).toBe(silenced)
  })
})

it.each([
  ['disposition-notification', 'read_receipt'],
  ['feedback-report', 'abuse_report'],
])('a %s is no line, and is found with its reason', async (type, reason) => {
  const ticket = await insertTicket(people.owner)
  const headers = [`Content-Type: multipart/report; report-type=${type}; boundary=b`]
  const mail = await noteOf(ticket, '--b\r\n\r\nSeen.\r\n--b--', { subject: 'Read: x', headers })
  expect(mail).toMatchObject({ state: 'ignored', reason, reply: null })
  expect(await linesOf(ticket)).toHaveLength(0)
  expect([...(await commentsOf(ticket))]).toEqual([])
})

describe('a delivery report', () => {
  const sent = async () => {
    const [ticket, address] = [await insertTicket(people.owner), stranger()]
    return { ticket, address, id: await recordSent(ticket, address) }
  }
  const refused = async (status: string, diagnostic: string) => {
    const { ticket, address, id } = await sent()
    const report = await genuineBounce(address, id, 'failed', status)
    await receive(
      { ...report, text: report.text.replace(/^Diagnostic-Code:.*$/m, `Diagnostic-Code: ${diagnostic}`) },
      { from: '' },
    )
    return { ticket, address }
  }

  it.each([
    ['5.2.1', 'smtp; 550 5.2.1 The user receives mail at a rate that prevents additional messages'],
    ['5.1.1', 'smtp; 550 5.7.1 Client host blocked'],
    ['5.1.1', 'smtp; 552 5.2.2 Mailbox over quota'],
    ['5.2.2', 'smtp; 552 5.2.2 Mailbox full'],
  ])('%s with %s is shown and silences nobody', async (status, diagnostic) => {
    const { ticket, address } = await refused(status, diagnostic)
    expect(await db`select 1 from private.delivery_failures where ticket_id = ${ticket}`).toHaveLength(1)
    expect(await isSilenced(address)).toBe(false)
  })

  it.each([
    ['5.1.1', 'smtp; 550 5.1.1 user unknown'],
    ['5.2.1', 'smtp; 550 5.2.1 The email account that you tried to reach is disabled'],
  ])('%s with %s silences the address', async (status, diagnostic) => {
    expect(await isSilenced((await refused(status, diagnostic)).address)).toBe(true)
  })

  it.each(['delivered', 'relayed', 'expanded', 'delayed'])('%s is no failure', async (action) => {
    const { ticket, address, id } = await sent()
    const report = await receive(await genuineBounce(address, id, action, '2.0.0'), { from: '' })
    expect(report).toMatchObject({ state: 'bounce', ticket_id: ticket })
    expect(await db`select 1 from private.delivery_failures where ticket_id = ${ticket}`).toHaveLength(0)
    expect(await isSilenced(address)).toBe(false)
  })

  it.each([
    ['that is genuine ends the silence', 'delivered', genuineBounce, false],
    ['that anybody wrote does not', 'delivered', bounce, true],
    ['of a relay does not', 'relayed', genuineBounce, true],
  ] as const)('of a success %s', async (_name, action, make, silenced) => {
    const { address, id } = await sent()
    await silence(address)
    await receive(await make(address, id, action, '2.0.0'), { from: '' })
    expect(await isSilenced(address)).toBe(silenced)
  })
})
