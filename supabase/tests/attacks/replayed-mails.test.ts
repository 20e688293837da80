/** A signature holds whoever sends a mail again, and wherever to. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, insertTicket, type TestUsers } from '../support/backend'
import { commentsOf, HOST, receive, replyAddress, stranger, SUPPORT_ADDRESS } from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const domainOf = (address: string) => address.split('@')[1] ?? ''
const mailboxAt = (place: string) => (place.includes('@') ? place : `x@${place}`)

interface Sent {
  from: string
  to: string
  cc?: string
  /** The mailbox of the envelope, or its domain; null when the host says nothing of it. */
  sentBy?: string | null
  /** Header fields that the signatures cover beside what tells mails apart, for each signature. */
  signed?: string[]
}

/** A mail with a valid signature of its author's domain, delivered to an address. */
const deliverSigned = (
  { from, to, cc, sentBy = 'replay.example', signed = ['from:to:cc'] }: Sent,
  at: string,
) =>
  receive(
    {
      from,
      to,
      verdict: null,
      headers: [
        `Authentication-Results: ${HOST}; ${sentBy === null ? '' : `spf=pass smtp.mailfrom=${mailboxAt(sentBy)}; `}dkim=pass header.d=${domainOf(from)}; dmarc=pass header.from=${domainOf(from)}`,
        ...signed.map(
          (fields) =>
            `DKIM-Signature: v=1; a=rsa-sha256; d=${domainOf(from)}; s=a;\r\n h=${fields}:subject:date:message-id; b=AAAA`,
        ),
        ...(cc ? [`Cc: ${cc}`] : []),
      ],
      text: `We refund everything. ${randomUUID()}`,
    },
    { to: [at], from: mailboxAt(sentBy ?? 'replay.example') },
  )

const notStaffs = { state: 'unmatched', reason: 'staff_not_authenticated', authentication: 'none' }

describe('a mail of staff that its signature alone proves', () => {
  const toReply = async (values: (to: string) => Partial<Sent>, mailbox = (to: string) => to) => {
    const ticket = await insertTicket(people.owner)
    const to = await replyAddress(ticket)
    const mail = await deliverSigned({ from: people.agent.email, to, ...values(to) }, mailbox(to))
    return { ticket, mail }
  }

  it.each([
    ['to the reply address', () => ({})],
    ['with the reply address in copy', (to: string) => ({ to: people.owner.email, cc: to })],
    ['whose envelope is theirs', () => ({ to: stranger(), sentBy: people.agent.email, signed: [] })],
    ['by a host that says nothing of envelopes', () => ({ sentBy: null })],
  ])('is theirs %s', async (_name, values) => {
    const { ticket, mail } = await toReply(values)
    expect(mail).toMatchObject({ state: 'accepted', ticket_id: ticket, authentication: 'pass' })
    expect(await commentsOf(ticket)).toMatchObject([{ user_id: people.agent.id, is_internal: false }])
  })

  it.each([
    ['to somebody else', () => ({ to: stranger() })],
    ['to another address of the workspace', () => ({ to: SUPPORT_ADDRESS })],
    ['to somebody else, by a host that says nothing of envelopes', () => ({ to: stranger(), sentBy: null })],
    ['of a host that says nothing of envelopes, unsigned', () => ({ sentBy: null, signed: ['from'] })],
    ['whose signature does not cover To', () => ({ signed: ['from:subject'] })],
    ['to which a copy was added', (to: string) => ({ to: stranger(), cc: to, signed: ['from:to'] })],
    ['with one signature of its domain that covers less', () => ({ signed: ['from:to:cc', 'from'] })],
    [
      'of a host below the domain of the author',
      () => ({ to: stranger(), sentBy: `x.${domainOf(people.agent.email)}` }),
    ],
  ])('is not theirs %s', async (_name, values) => {
    const { ticket, mail } = await toReply(values)
    expect(mail).toMatchObject({ ...notStaffs, suspected_ticket_id: ticket })
    expect(await commentsOf(ticket)).toHaveLength(0)
  })

  it('is not theirs with a second line of To on top', async () => {
    const { ticket, mail } = await toReply((to) => ({ to: `${to}\r\nTo: ${stranger()}` }))
    expect(mail).toMatchObject({ ...notStaffs, suspected_ticket_id: ticket })
  })

  it('is not theirs on another ticket than the one to whose address they wrote', async () => {
    const other = await replyAddress(await insertTicket(people.otherCustomer))
    const { ticket, mail } = await toReply(
      () => ({}),
      () => other,
    )
    expect(mail).toMatchObject({ state: 'unmatched', reason: 'staff_not_authenticated' })
    expect(await commentsOf(ticket)).toHaveLength(0)
  })

  it('is theirs when it opens a ticket at an address of the workspace, or a gateway has changed its domain', async () => {
    const opened = await deliverSigned({ from: people.agent.email, to: SUPPORT_ADDRESS }, SUPPORT_ADDRESS)
    expect(opened).toMatchObject({ state: 'accepted', authentication: 'pass' })
    const { ticket, mail } = await toReply((to) => ({ to: to.replace(/@.*/, '@gateway.example') }))
    expect(mail).toMatchObject({ state: 'accepted', ticket_id: ticket })
  })
})

it('a mail of a customer to somebody else that is sent again is marked as not verified', async () => {
  const ticket = await insertTicket(people.owner)
  const mail = await deliverSigned({ from: people.owner.email, to: stranger() }, await replyAddress(ticket))
  expect(mail).toMatchObject({ state: 'accepted', ticket_id: ticket, authentication: 'none' })
})
