/** A domain in its script and in the form of DNS is one domain, wherever an address is compared. */
import { randomUUID } from 'node:crypto'
import { domainToASCII } from 'node:url'
import { expect, it } from 'vitest'
import { createUsers, db, insertTicket } from './support/backend'
import { genuineBounce } from './support/bounce'
import { personWith, receive, recordSent, replyAddress } from './support/mail'
import { rolledBack } from './support/rolled-back'

const newDomain = () => `b\u00fccher-${randomUUID().slice(0, 8)}.example`

it('mails from both forms of a domain are one person, known by the form of DNS', async () => {
  const domain = newDomain()
  const own = `ann@${domainToASCII(domain)}`
  const first = await receive({ from: `ann@${domain}` })
  expect(first).toMatchObject({ state: 'accepted' })
  expect(await personWith(own)).toBeDefined()
  const answer = await receive({ from: own, to: await replyAddress(first.ticket_id ?? '') })
  expect(answer).toMatchObject({ state: 'accepted', ticket_id: first.ticket_id })
})

it('a person who was entered in the other form stays one, also in copy', async () => {
  const people = await createUsers()
  const domain = newDomain()
  const open = { requester_email: `ann@${domain}`, subject: 'Fire', description: 'Smoke comes out.' }
  const opened = await people.agent.client.rpc('open_ticket_for', open)
  expect(opened.error).toBeNull()
  const mail = await receive({ from: `ann@${domainToASCII(domain)}` })
  expect(mail).toMatchObject({ state: 'accepted' })
  const people_of = await db`
    select p.email from public.tickets t join public.profiles p on p.id = t.customer_id where t.id = ${mail.ticket_id}`
  expect([...people_of]).toEqual([{ email: `ann@${domain}` }])
  const ticket = await insertTicket(people.owner)
  await db`insert into public.ticket_participants (ticket_id, address) values (${ticket}, ${`bob@${domain}`})`
  const copied = await receive({ from: `bob@${domainToASCII(domain)}`, to: await replyAddress(ticket) })
  expect(copied).toMatchObject({ state: 'accepted', ticket_id: ticket })
})

it('a report in the form of DNS is about the address in the other', async () => {
  const people = await createUsers()
  const domain = newDomain()
  const ticket = await insertTicket(people.owner)
  const id = await recordSent(ticket, `ann@${domain}`)
  const report = await genuineBounce(`ann@${domain}`, id)
  const ascii = { ...report, text: report.text.replaceAll(domain, domainToASCII(domain)) }
  expect(await receive(ascii, { from: '' })).toMatchObject({ state: 'bounce', ticket_id: ticket })
  const silenced = await db`
    select address from public.undeliverable_addresses where address like ${`ann@%${domain.slice(-12)}`}`
  expect([...silenced]).toEqual([{ address: `ann@${domain}` }])
})

it('an address of the workspace gets mails in both forms of its domain', () =>
  rolledBack(async (tx) => {
    await tx`insert into public.mail_addresses (address) values ('help@xn--br-via.example')`
    for (const address of ['help@b\u00e4r.example', 'help+x@xn--br-via.example', 'help@b\u00c4r.example'])
      expect((await tx`select public.is_mail_recipient(${address}) as is`)[0], address).toEqual({ is: true })
    expect((await tx`select public.is_mail_recipient('help@bar.example') as is`)[0]).toEqual({ is: false })
  }))

it('a capital that has no one form in DNS makes nobody somebody else', () =>
  rolledBack(async (tx) => {
    const people = await createUsers()
    const ticket = await insertTicket(people.owner)
    await tx`insert into public.ticket_participants (ticket_id, address) values (${ticket}, 'ann@stra\u1e9ee.example')`
    const [row] = await tx`select private.known_address('ann@xn--strae-oqa.example') as known`
    expect(row).toEqual({ known: 'ann@xn--strae-oqa.example' })
  }))

it('a known address is found by an index', () =>
  rolledBack(async (tx) => {
    await tx`set local enable_seqscan = off`
    for (const [table, column, index] of [
      ['public.profiles', 'email', 'profiles_ascii_email_idx'],
      ['public.ticket_participants', 'address', 'ticket_participants_ascii_idx'],
    ]) {
      const plan = await tx.unsafe(`explain select from ${table} p
        where substring(p.${column} from '[^@]*$') ~ '[^\\x01-\\x7f]' and private.ascii_address(p.${column}) = 'a@xn--b.example'`)
      expect(JSON.stringify(plan)).toContain(index)
    }
  }))
