/**
 * A list, a group and the forwarding of a mailbox send what anybody wrote from a host of their own domain. In the name of somebody
 * else of that domain, such a mail proves nothing: SPF and DMARC pass for whoever passed it on.
 */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUsers } from '../support/backend'
import { commentsOf, deliver, HOST, numberOf, replyAddress, SUPPORT_ADDRESS } from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

interface PassedOn {
  from: string
  to: string
  /** The mailbox that passed it on. */
  by: string
  dkim?: string
  subject?: string
  headers?: string[]
  deliveredTo?: string
}

async function passOn({ from, to, by, dkim = 'none', subject = 'Hello', headers = [], ...rest }: PassedOn) {
  const domain = from.split('@')[1] ?? ''
  const id = `${randomUUID()}@mail.example`
  const raw = [
    `Authentication-Results: ${HOST}; dkim=${dkim}; spf=pass smtp.mailfrom="${by}"; dmarc=pass header.from=${domain}`,
    ...headers,
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${id}>`,
    'Date: Tue, 24 Nov 2026 10:12:13 +0000',
    '',
    'Please pay to another account.',
  ].join('\r\n')
  await deliver(raw, { to: [rest.deliveredTo ?? SUPPORT_ADDRESS], from: by })
  const [mail] =
    await db`select state, reason, authentication from private.mail_messages where message_id = ${id}`
  return mail
}

const signature = (domain: string) =>
  `DKIM-Signature: v=1; a=rsa-sha256; d=${domain}; s=a; h=from:to:subject:date:message-id:mime-version:content-type; bh=x; b=A`

it.each([
  ['without a signature', {}],
  [
    'with a signature that is not genuine',
    { dkim: 'fail header.d=example.com', headers: [signature('example.com')] },
  ],
])('a forged mail of staff through a group of the company %s waits', async (_name, forged) => {
  const ticket = await insertTicket(people.owner)
  const mail = await passOn({
    from: people.agent.email,
    to: `${people.owner.email}, ${SUPPORT_ADDRESS}`,
    by: 'support+bncBCabc@example.com',
    subject: `[#${await numberOf(ticket)}] Your refund`,
    ...forged,
  })
  expect(mail).toEqual({ state: 'unmatched', reason: 'staff_not_authenticated', authentication: 'none' })
  expect(await commentsOf(ticket)).toEqual([])
})

it('what somebody wrote to another user of their provider is no message of theirs here', async () => {
  const ticket = await insertTicket(people.owner)
  const place = await replyAddress(ticket)
  const mail = {
    from: people.agent.email,
    to: 'mallory@example.com',
    by: 'mallory+caf_=support=localhost@example.com',
    dkim: 'pass header.d=example.com',
    headers: [signature('example.com')],
    deliveredTo: place,
  }
  expect(await passOn(mail)).toMatchObject({ state: 'unmatched', authentication: 'none' })
  expect(await commentsOf(ticket)).toEqual([])
})

it('a signed mail to the workspace through a group of the company is its author’s', async () => {
  const mail = await passOn({
    from: people.owner.email,
    to: SUPPORT_ADDRESS,
    by: 'support+bncBCabc@example.com',
    dkim: 'pass header.d=example.com',
    headers: [signature('example.com')],
  })
  expect(mail).toMatchObject({ state: 'accepted', authentication: 'pass' })
})

it('a signature that the host found broken proves nothing behind an envelope of a subdomain', async () => {
  const mail = await passOn({
    from: people.agent.email,
    to: SUPPORT_ADDRESS,
    by: 'x@customers.example.com',
    dkim: 'fail header.d=example.com',
    headers: [signature('example.com')],
  })
  expect(mail).toMatchObject({ state: 'unmatched', authentication: 'none' })
})
