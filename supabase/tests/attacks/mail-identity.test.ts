/** A reply address, a Message-ID and a ticket number say where a mail belongs, never who wrote it. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUsers } from '../support/backend'
import { bounce, genuineBounce } from '../support/bounce'
import { become } from '../support/outgoing-mails'
import { commentsOf, deliver, rawMail, receive, recordSent, replyAddress, stranger } from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const isUndeliverable = async (address: string) =>
  (await db`select 1 from public.undeliverable_addresses where address = ${address}`).length > 0
const failuresOf = async (ticket: string) =>
  (await people.agent.client.rpc('ticket_mails', { ticket_id: ticket })).data.failures
const copiesOf = async (ticket: string | null) => [
  ...(await db`select address from public.ticket_participants where ticket_id = ${ticket}`),
]

const leftOut = (ticket: string | null) => db<{ to_value: string; is_internal: boolean }[]>`
  select to_value, is_internal from public.ticket_events where ticket_id = ${ticket} and kind = 'copies_left_out'`

describe('a forged report to a reply address', () => {
  it.each([
    ['of a mail that the workspace never sent', async () => `${randomUUID()}@desk.example`],
    ['without a Message-ID', async () => ''],
    ['of a mail to somebody else', async (ticket: string) => recordSent(ticket, people.owner.email)],
  ])('%s condemns no address of the ticket', async (_name, idOf) => {
    const ticket = await insertTicket(people.owner, { assigned_to: people.agent.id })
    await recordSent(ticket, people.agent.email)
    const to = await replyAddress(ticket)
    const mail = await receive({ ...bounce(people.agent.email, await idOf(ticket)), to }, { from: '' })
    expect(mail).toMatchObject({ state: 'bounce', reason: 'unknown_bounce', ticket_id: null })
    expect(await isUndeliverable(people.agent.email)).toBe(false)
    expect(await failuresOf(ticket)).toEqual([])
  })

  it('with the Message-ID of a mail counts for nothing when its sender failed the checks', async () => {
    const ticket = await insertTicket(people.owner)
    const id = await recordSent(ticket, people.owner.email)
    const mail = await receive(
      { ...(await genuineBounce(people.owner.email, id)), verdict: 'fail' },
      { from: '' },
    )
    expect(mail).toMatchObject({ state: 'bounce', reason: 'authentication_failed', ticket_id: null })
    expect(await isUndeliverable(people.owner.email)).toBe(false)
    expect(await failuresOf(ticket)).toEqual([])
  })
})

describe('a mail that proves nothing', () => {
  const copied = () => [`Cc: Carl Copy <${stranger()}>, ${stranger()}`]

  it.each(['the reply address', 'references'])('adds nobody to the copies by %s', async (way) => {
    const ticket = await insertTicket(people.owner)
    const sent = await recordSent(ticket, people.owner.email)
    const values =
      way === 'references'
        ? { headers: [...copied(), `In-Reply-To: <${sent}>`] }
        : { headers: copied(), to: await replyAddress(ticket) }
    const mail = await receive({ from: people.owner.email, verdict: 'none', ...values })
    expect(mail).toMatchObject({ state: 'accepted', ticket_id: ticket })
    expect(await copiesOf(ticket)).toEqual([])
    // Staff see who was left out.
    const [event] = await leftOut(ticket)
    expect(event?.to_value.split(', ')).toHaveLength(2)
    expect(event?.is_internal).toBe(true)
    // The same mail of the proven sender does.
    await receive({ from: people.owner.email, ...values })
    expect(await copiesOf(ticket)).toHaveLength(2)
  })

  it.each([
    ['a known customer', () => people.owner.email],
    ['somebody else', () => stranger()],
  ])('only names people on a new ticket in the name of %s', async (_name, from) => {
    const forged = await receive({ from: from(), verdict: 'none', headers: copied() })
    expect(forged).toMatchObject({ state: 'accepted' })
    const named = await db`
      select source from public.ticket_participants where ticket_id = ${forged.ticket_id}`
    expect([...named]).toEqual([{ source: 'unverified_mail' }, { source: 'unverified_mail' }])
  })
})

describe('the address of a forwarded message', () => {
  const expert = `expert-${randomUUID().slice(0, 8)}@partner.example`
  /** Forwards the ticket. @returns the sent mail, taken in the same transaction, before the workspace's own sender sees it */
  async function forwarded(ticket?: string) {
    const about = ticket ?? (await insertTicket(people.owner, { assigned_to: people.agent.id }))
    const [row] = await db.begin(async (tx) => {
      await become(tx, people.agent)
      const [sent] = await tx<{ id: string }[]>`select public.forward_message(${about}, ${expert}) as id`
      await become(tx, null)
      return tx<{ mail: { reply_to: string; message_id: string; references: string[] } }[]>`
        select mail from public.take_mails('desk.example', 100) mail where mail ->> 'id' = ${sent?.id ?? ''}`
    })
    if (!row) throw new Error('The forward was not taken')
    return { ticket: about, ...row.mail }
  }
  const staffNotes = async (ticket: string) =>
    (await commentsOf(ticket)).filter(({ content }) => !content.startsWith('Forwarded to'))

  it.each([
    ['the customer', () => people.owner.email, 'pass'],
    ['the customer, unproven', () => people.owner.email, 'none'],
    ['an agent', () => people.agent.email, 'pass'],
    ['the outsider', () => expert, 'pass'],
    ['somebody else', stranger, 'none'],
  ] as const)('takes a mail from %s as the answer of the outsider', async (_name, from, verdict) => {
    const { ticket, reply_to } = await forwarded()
    expect(reply_to).not.toBe(await replyAddress(ticket))
    expect(reply_to).toMatch(/^support\+f\.[0-9a-f]{20}@localhost$/)
    const mail = await receive({ from: from(), verdict, to: reply_to, text: 'Cut the power.' })
    expect(mail).toMatchObject({ state: 'unmatched', reason: 'forward_answer', suspected_ticket_id: ticket })
    expect(await staffNotes(ticket)).toEqual([])
    const { data } = await people.agent.client.rpc('list_unmatched_mails')
    expect(data.find(({ id }: { id: string }) => id === mail.id)).toMatchObject({
      forwarded_to: expert,
      suspected_ticket: { id: ticket, was_forwarded: true },
    })
  })

  it('is not needed: the Message-ID of the forward says the same', async () => {
    const { ticket, message_id, references } = await forwarded()
    const headers = [`References: ${[...references, message_id].map((id) => `<${id}>`).join(' ')}`]
    const mail = await receive({ from: people.owner.email, verdict: 'none', headers })
    expect(mail).toMatchObject({ reason: 'forward_answer', suspected_ticket_id: ticket })
  })

  it('tells the outsider no Message-ID of the ticket', async () => {
    const opened = await receive({ from: people.owner.email })
    const { ticket, references } = await forwarded(opened.ticket_id ?? '')
    expect(references).toEqual([`ticket.${ticket}@desk.example`])
  })

  it('files an answer in the name of the outsider, whatever its sender says', async () => {
    const { ticket, reply_to } = await forwarded()
    const attach = async (text: string, values: object) => {
      const mail = await receive({
        from: `Olive <${people.owner.email}>`,
        verdict: 'none',
        to: reply_to,
        text,
      })
      const args = { mail_id: mail.id, ticket_id: ticket, ...values }
      expect((await people.agent.client.rpc('attach_unmatched_mail', args)).error).toBeNull()
      return (await staffNotes(ticket)).at(-1)
    }
    const note = await attach('As a note.', { as_note: true })
    expect(note).toMatchObject({ user_id: people.agent.id, is_internal: true })
    expect(note?.content).toContain(`Mail from Olive <${people.owner.email}>`)
    expect(note?.content).toContain(`Answer to what was forwarded to ${expert}`)
    const reply = await attach('As a reply.', {})
    const [person] = await db`select id from public.profiles where email = ${expert}`
    expect(reply).toMatchObject({ user_id: person?.id, is_internal: false, content: 'As a reply.' })
  })

  it('with a changed code names nothing', async () => {
    const { ticket, reply_to } = await forwarded()
    const to = reply_to.replace(/f\.(.)/, (_, digit: string) => `f.${digit === 'a' ? 'b' : 'a'}`)
    await deliver(rawMail({ from: people.owner.email, to }), { to: [to] })
    expect(await staffNotes(ticket)).toEqual([])
  })
})
