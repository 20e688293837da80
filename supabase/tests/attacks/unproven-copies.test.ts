/** Whoever forges a mail of somebody, and is in its copy, reads nothing that staff answer to them, until staff choose so. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, type TestUsers } from '../support/backend'
import {
  deliver,
  rawMail,
  receive,
  replyAddress,
  stranger,
  SUPPORT_ADDRESS,
  withoutHost,
} from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const reply = async (ticket: string, content: string) =>
  expect((await people.agent.client.rpc('send_reply', { ticket_id: ticket, content })).error).toBeNull()
const copiesOf = async (ticket: string) => [
  ...(await db<{ address: string; name: string; source: string }[]>`
    select address, name, source from public.ticket_participants where ticket_id = ${ticket} order by address`),
]
/** Mails to people outside that are not refused: to whom, and whom their Cc names. */
const mailsAbout = (ticket: string) => db<{ recipient_email: string; copies: { address: string }[] }[]>`
  select o.recipient_email, private.mail_contents(o, 'desk.example') -> 'copies' as copies
  from public.notification_outbox o
  where o.ticket_id = ${ticket} and o.kind in ('reply', 'copy') and private.mail_refusal(o) is null
  order by o.created_at, o.recipient_email`
const readersOf = async (ticket: string) =>
  (await mailsAbout(ticket)).flatMap((mail) => [
    mail.recipient_email,
    ...mail.copies.map(({ address }) => address),
  ])
const add = async (ticket: string | null, address: string, who = people.agent) =>
  (await who.client.from('ticket_participants').insert({ ticket_id: ticket ?? '', address })).error

describe.each([
  ['nothing proves', 'none', undefined],
  ['no host looked at', 'none', withoutHost()],
] as const)('a first mail whose sender %s', (_name, verdict, env) => {
  it.each(['unknown', 'known'] as const)(
    'shows what staff answer to its %s author to nobody whom it names',
    async (who) => {
      const author = who === 'known' ? people.owner.email : stranger()
      const reader = stranger()
      const forged = await receive({ from: author, verdict, headers: [`Cc: Rita <${reader}>`] }, {}, env)
      const ticket = forged.ticket_id ?? ''
      expect(await copiesOf(ticket)).toEqual([{ address: reader, name: 'Rita', source: 'unverified_mail' }])
      await reply(ticket, 'Your code is 4711.')
      expect(await readersOf(ticket)).toEqual([author])
      // One that was queued before is not sent either.
      await db`insert into public.notification_outbox
        (kind, recipient_email, recipient_name, ticket_id, ticket_subject, actor_name, comment_id)
        select 'copy', ${reader}, 'Rita', ticket_id, 'Fire', 'Ada', id from public.comments where ticket_id = ${ticket}`
      expect(await readersOf(ticket)).toEqual([author])
      expect(await add(ticket, reader)).toBeNull()
      expect(await copiesOf(ticket)).toEqual([{ address: reader, name: 'Rita', source: 'staff' }])
      await db`delete from public.notification_outbox where ticket_id = ${ticket}`
      await reply(ticket, 'To both.')
      expect(new Set(await readersOf(ticket))).toEqual(new Set([reader, author]))
    },
  )
})

it('a genuine mail with the Message-ID of a forged one has a ticket of its own, and no reader of that', async () => {
  const [author, reader, colleague] = [stranger(), stranger(), stranger()]
  const id = `${randomUUID()}@mail.example`
  const forged = await receive({ from: author, verdict: 'none', id, headers: [`Cc: ${reader}`] })
  await deliver(rawMail({ from: author, id, headers: [`Cc: ${colleague}`] }))
  const [own] = await db<{ ticket_id: string }[]>`
    select ticket_id from private.mail_messages where message_id = ${id} and authentication = 'pass'`
  const tickets = [forged.ticket_id ?? '', own?.ticket_id ?? '']
  expect(tickets[1]).not.toBe(tickets[0])
  // What its author answers to it later leads to one of the two, and adds nobody.
  await receive({ from: author, text: 'Any news?', headers: [`In-Reply-To: <${id}>`] })
  for (const ticket of tickets) {
    await reply(ticket, 'Which invoice?')
    expect(await readersOf(ticket)).not.toContain(reader)
  }
  expect(await copiesOf(tickets[1] ?? '')).toEqual([{ address: colleague, name: '', source: 'mail' }])
})

it('a third person whom a forged mail names shows the answers of staff to nobody whom it named', async () => {
  const [third, author, reader] = [stranger(), stranger(), stranger()]
  const id = `${randomUUID()}@mail.example`
  const headers = [`Cc: ${author}, ${reader}`]
  const { ticket_id } = await receive({ from: third, verdict: 'none', id, headers })
  // The real person answers all.
  const to = `${third}, ${reader}, ${SUPPORT_ADDRESS}`
  const values = { from: author, to, headers: [`In-Reply-To: <${id}>`], text: 'My code does not work.' }
  await receive(values, { to: [SUPPORT_ADDRESS] })
  await reply(ticket_id ?? '', 'Your code is 4711.')
  expect(await readersOf(ticket_id ?? '')).toEqual([third])
})

it('is chosen by staff alone, and by a merge', async () => {
  const [from, reader] = [stranger(), stranger()]
  const { ticket_id } = await receive({ from, verdict: 'none', headers: [`Cc: ${reader}`] })
  for (const who of [people.owner, people.otherCustomer])
    expect((await add(ticket_id, reader, who))?.code).toBe('42501')
  expect(await copiesOf(ticket_id ?? '')).toMatchObject([{ source: 'unverified_mail' }])
  // Whoever staff put in copy in another way, such as with a waiting mail, is chosen too.
  const other = await receive({ from: reader, verdict: 'none' })
  await people.agent.client.rpc('merge_tickets', { source: other.ticket_id ?? '', target: ticket_id ?? '' })
  expect(await copiesOf(ticket_id ?? '')).toMatchObject([{ address: reader, source: 'merge' }])
})

it.each([
  ['unproven', 'none', undefined],
  ['proven', 'pass', ['My invoice is wrong.', 'Which invoice?', 'Number 4711.']],
] as const)(
  'mails to those in copy of an %s first mail tell what they may read',
  async (_name, verdict, told) => {
    const requester = stranger()
    const headers = [`Cc: ${stranger()}`]
    const first = await receive({ from: requester, verdict, headers, text: 'My invoice is wrong.' })
    const ticket = first.ticket_id ?? ''
    await reply(ticket, 'Which invoice?')
    // In the portal, where nobody sees who is in copy.
    await db`
    insert into public.comments (ticket_id, user_id, content)
    select id, customer_id, 'Number 4711.' from public.tickets where id = ${ticket}`
    await reply(ticket, 'Thank you.')
    const historyOf = async (kind: string) => {
      const [mail] = await db<{ history: { text: string }[] }[]>`
        select private.mail_contents(o, 'desk.example') -> 'history' as history from public.notification_outbox o
        where o.ticket_id = ${ticket} and o.kind = ${kind} order by o.created_at desc limit 1`
      return mail?.history.map(({ text }) => text).reverse()
    }
    expect(await historyOf('copy')).toEqual(told)
    expect(await historyOf('reply')).toEqual(['My invoice is wrong.', 'Which invoice?', 'Number 4711.'])
  },
)

it('an answer of somebody whom it names is shown to the requester once staff have put them in copy', async () => {
  const [from, other] = [stranger(), stranger()]
  const { ticket_id } = await receive({ from, verdict: 'none', headers: [`Cc: ${other}`] })
  const to = await replyAddress(ticket_id ?? '')
  const say = (text: string) => receive({ from: other, verdict: 'none', to, text })
  await say('Look at my shop.')
  await reply(ticket_id ?? '', 'Thank you.')
  await say('Look at it again.')
  expect(await readersOf(ticket_id ?? '')).toEqual([from])
  await add(ticket_id, other)
  await say('Here I am.')
  expect((await mailsAbout(ticket_id ?? '')).map(({ recipient_email }) => recipient_email)).toEqual([
    from,
    from,
  ])
})
