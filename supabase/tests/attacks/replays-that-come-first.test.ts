/** Somebody in copy of a signed mail sends it again, faster than its own server. The mail itself still arrives. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUsers } from '../support/backend'
import {
  commentsOf,
  deliver,
  HOST,
  recordSent,
  replyAddress,
  stranger,
  SUPPORT_ADDRESS,
} from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

interface Sent {
  from: string
  id?: string
  to?: string
  /** The envelope's. */
  sender?: string
  headers?: string[]
  body?: string[]
}

/** A mail whose signature leaves out what it answers, as those of large providers do. */
const send = ({
  from,
  id = '',
  to = SUPPORT_ADDRESS,
  sender = from,
  headers = [],
  body = ['Please stop.'],
}: Sent) => {
  const domain = from.split('@')[1] ?? ''
  const raw = [
    `Authentication-Results: ${HOST}; spf=${sender ? 'pass' : 'none'} smtp.mailfrom="${sender}"; dkim=pass header.d=${domain}; dmarc=pass header.from=${domain}`,
    `DKIM-Signature: v=1; a=rsa-sha256; d=${domain}; s=a; h=from:to:cc:subject:date:message-id:mime-version; bh=x; b=AAAA`,
    ...headers,
    `From: ${from}`,
    `To: ${to}`,
    'Subject: My order',
    `Message-ID: <${id}>`,
    'Date: Tue, 24 Nov 2026 10:12:13 +0000',
    'MIME-Version: 1.0',
    '',
    ...body,
  ].join('\r\n')
  return deliver(raw, { to: [to], from: sender })
}

const newId = () => `${randomUUID()}@mail.example`
const statesOf = async (id: string) => [
  ...(await db<{ state: string; ticket_id: string }[]>`
    select state, ticket_id from private.mail_messages where message_id = ${id} order by received_at`),
]

it.each([
  ['an automatic answer', ['In-Reply-To: <x@y.example>'], undefined, 'ignored'],
  ['a report', [], ['It says: 550 5.1.1 user unknown', '', 'Message-ID: <a@b.example>', 'Why?'], 'bounce'],
])(
  'a copy without a sender, which passes for %s, does not stand for the mail',
  async (_name, headers, body, first) => {
    const [from, id] = [stranger(), newId()]
    const mail = { from, id, ...(body ? { body } : {}) }
    await send({ ...mail, sender: '', headers })
    expect(await statesOf(id)).toMatchObject([{ state: first }])
    const { results } = await send(mail)
    expect(results).toMatchObject([{ state: 'accepted' }])
    // Once, however often either comes.
    await send(mail)
    await send({ ...mail, sender: '', headers })
    expect(await statesOf(id)).toMatchObject([{ state: first }, { state: 'accepted' }])
  },
)

it('a copy without a sender to the address of its ticket does not stand for the mail', async () => {
  const ticket = await insertTicket(people.owner)
  const mail = { from: people.owner.email, to: await replyAddress(ticket), id: newId() }
  await send({ ...mail, sender: '' })
  expect(await commentsOf(ticket)).toEqual([])
  await send(mail)
  expect(await commentsOf(ticket)).toMatchObject([{ user_id: people.owner.id, content: 'Please stop.' }])
})

it('a copy without what it answers, which opens a ticket, does not keep the mail from its own', async () => {
  const ticket = await insertTicket(people.owner)
  const mail = { from: people.owner.email, id: newId() }
  const headers = [`In-Reply-To: <${await recordSent(ticket, people.owner.email)}>`]
  await send({ ...mail, sender: 'x@replay.example' })
  await send({ ...mail, headers })
  expect(await commentsOf(ticket)).toMatchObject([{ user_id: people.owner.id }])
  await send({ ...mail, headers })
  await send({ ...mail, sender: 'x@replay.example' })
  expect(await statesOf(mail.id)).toHaveLength(2)
})

it('a copy that comes later is the same mail', async () => {
  const mail = { from: stranger(), id: newId() }
  await send(mail)
  await send({ ...mail, sender: '' })
  await send({ ...mail, sender: 'x@replay.example' })
  expect(await statesOf(mail.id)).toMatchObject([{ state: 'accepted' }])
})

it.each([
  [
    'a charset that ends quoted lines',
    ['No.', '> Hi +AAo-We refund it+AAo-'],
    'Type: text/plain; charset=utf-7',
  ],
  ['a kind that ends quoted lines', ['No.', '> Hi <p>We refund it</p>'], 'Type: text/html'],
  ['a file instead of words', ['No.'], 'Disposition: attachment; filename=a.txt'],
])('a copy with %s says nothing for its author', async (_name, body, how) => {
  const ticket = await insertTicket(people.owner)
  const mail = { from: people.agent.email, to: await replyAddress(ticket), id: newId(), body }
  await send({ ...mail, sender: 'x@replay.example', headers: [`Content-${how}`] })
  expect(await commentsOf(ticket)).toEqual([])
  await send(mail)
  expect(await commentsOf(ticket)).toMatchObject([
    { user_id: people.agent.id, content: expect.stringMatching(/^No\.(?:\n> .*)?$/) },
  ])
})

it.each(['multipart/report', 'multipart/mixed'])(
  'a copy as a report of the type %s does not stand for the mail',
  async (type) => {
    const body = ['--b', 'Content-Type: text/plain', '', 'Please stop.', '--b--']
    const mail = { from: stranger(), id: newId(), body }
    const headers = [`Content-Type: ${type}; report-type=delivery-status; boundary=b`]
    await send({ ...mail, sender: 'x@replay.example', headers })
    const { results } = await send({ ...mail, headers: ['Content-Type: multipart/mixed; boundary=b'] })
    expect(results).toMatchObject([{ state: 'accepted' }])
  },
)

it('a copy without the encoding of its words does not stand for the mail', async () => {
  const ticket = await insertTicket(people.owner)
  const mail = { from: people.owner.email, to: await replyAddress(ticket), id: newId() }
  const coded = { ...mail, body: ['UGxlYXNlIHN0b3Au'] }
  await send({ ...coded, sender: 'x@replay.example' })
  await send({ ...coded, headers: ['Content-Transfer-Encoding: base64'] })
  expect((await commentsOf(ticket)).map(({ content }) => content)).toContain('Please stop.')
})
