/** Addresses of the workspace, and of programs of its domain, are no customers and nobody in copy. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUsers } from '../support/backend'
import { commentsOf, personWith, receive, replyAddress, stranger } from '../support/mail'
import { rolledBack } from '../support/rolled-back'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const own = [
  ['the workspace', 'support@localhost'],
  ['the workspace with a tag', 'support+1042.0123456789abcdef0123@localhost'],
  ['the postmaster', 'postmaster@localhost'],
  ['the mail server', 'MAILER-DAEMON@localhost'],
  ['programs', 'no-reply@localhost'],
] as const

const copiesOf = async (ticket: string | null) =>
  (await db`select address from public.ticket_participants where ticket_id = ${ticket}`).map(
    ({ address }) => address,
  )

describe.each(own)('the address of %s', (_name, address) => {
  it('becomes no customer', async () => {
    const mail = await receive({ from: address })
    expect(mail).toMatchObject({ ticket_id: null, reply: null })
    expect(['own_message', 'own_address']).toContain(mail.reason)
    expect(await personWith(address.toLowerCase())).toBeUndefined()
  })

  it('is nobody in copy', async () => {
    const other = stranger()
    for (const verdict of ['pass', 'none'] as const) {
      const headers = [`Cc: ${address}, ${other}`, `Reply-To: ${address}`]
      const mail = await receive({ from: stranger(), verdict, headers })
      expect(await copiesOf(mail.ticket_id)).toEqual([other])
    }
  })
})

it('the address that outgoing mails have in From is the workspace’s own', () =>
  rolledBack(async (tx) => {
    // The backend's own sender of mails writes it again at each run.
    await tx`update private.mail_channel set sender = 'Notifications@desk.example'`
    const [own] = await tx`
      select private.is_own_address('notifications+1@desk.example') as sender, private.is_own_address('ann@desk.example') as other`
    expect(own).toEqual({ sender: true, other: false })
  }))

it('the same names at other domains are as good as any', async () => {
  const from = `noreply@${randomUUID().slice(0, 8)}.example`
  expect(await receive({ from })).toMatchObject({ state: 'accepted' })
})

describe('a form of the own site', () => {
  const filed = async (headers: string[], from = 'noreply@localhost') => {
    const mail = await receive({ from, headers, text: 'From the form.' })
    expect(mail).toMatchObject({ state: 'unmatched', reason: 'own_address' })
    return people.agent.client.rpc('attach_unmatched_mail', { mail_id: mail.id })
  }

  it.each([
    ['of a program', 'noreply@localhost'],
    ['of the workspace', 'support@localhost'],
  ])('that writes in the name %s waits for staff, who open a ticket for its visitor', async (_name, from) => {
    const visitor = stranger()
    const { data, error } = await filed([`Reply-To: Vera <${visitor}>`], from)
    expect(error).toBeNull()
    const [ticket] = await db`
      select p.email from public.tickets t join public.profiles p on p.id = t.customer_id where t.id = ${data.ticket_id}`
    expect(ticket).toEqual({ email: visitor })
    // The proof of the form's address says nothing about the visitor's.
    const { data: mails } = await people.agent.client.rpc('ticket_mails', { ticket_id: data.ticket_id })
    expect(mails.messages).toMatchObject([{ is_unverified: true }])
  })

  it('opens no ticket in its own name', async () => {
    expect((await filed([])).error?.details).toBe('sender_is_staff')
    expect((await filed(['Reply-To: support+x@localhost'])).error?.details).toBe('sender_is_staff')
    const loop = { from: 'support@localhost', headers: ['Reply-To: support+x@localhost'] }
    expect(await receive(loop)).toMatchObject({ state: 'ignored', reason: 'own_message' })
    expect(await personWith('noreply@localhost')).toBeUndefined()
  })
})

it('the Reply-To of an agent is nobody in copy, and those in the copy of the mail are', async () => {
  const [other, customer] = [stranger(), stranger()]
  const headers = [`Reply-To: ${other}`, `Cc: ${customer}`]
  const mail = await receive({ from: people.agent.email, headers })
  expect(mail).toMatchObject({ state: 'accepted' })
  expect(await copiesOf(mail.ticket_id)).toEqual([customer])
})

it('an outsider whose answer to a forward is attached reads nothing else of the ticket', async () => {
  const ticket = await insertTicket(people.owner)
  const expert = stranger()
  const [mail] = await db<{ id: string }[]>`
    insert into private.mail_messages (message_id, recipient, from_address, authentication, state, reason, forwarded_to, suspected_ticket_id, content)
    values (${randomUUID()}, 'support@localhost', ${expert}, 'pass', 'unmatched', 'forward_answer', ${expert}, ${ticket}, 'Cut the power.')
    returning id`
  const attached = await people.agent.client.rpc('attach_unmatched_mail', {
    mail_id: mail?.id,
    ticket_id: ticket,
  })
  expect(attached.error).toBeNull()
  expect((await commentsOf(ticket)).map(({ content }) => content)).toEqual(['Cut the power.'])
  expect(await copiesOf(ticket)).toEqual([])
  expect(await receive({ from: expert, to: await replyAddress(ticket) })).toMatchObject({
    state: 'unmatched',
    suspected_ticket_id: ticket,
  })
})
