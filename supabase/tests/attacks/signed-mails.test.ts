/** Whoever sends a signed mail again writes nothing of their own into it: not another place, reader, text or kind. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, type TestUsers } from '../support/backend'
import { commentsOf, deliver, HOST, receive, replyAddress, stranger, SUPPORT_ADDRESS } from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const newId = () => `${randomUUID()}@mail.example`
const gmail = 'to:subject:message-id:date:from:mime-version:from:to:cc:subject:date:message-id:reply-to'

interface Signed {
  from: string
  to?: string
  id?: string
  signed?: string
  /** The domain of the envelope. */
  sentBy?: string
  headers?: string[]
  body?: string[]
}

/** A mail whose envelope is another's, so that its signature alone proves its author. */
const sendAgain = (values: Signed) => {
  const {
    from,
    to = SUPPORT_ADDRESS,
    id = newId(),
    signed = gmail,
    sentBy = 'replay.example',
    headers = [],
    body = ['Yes, please do.'],
  } = values
  const domain = from.split('@')[1] ?? ''
  const lines = [
    `Authentication-Results: ${HOST}; spf=pass smtp.mailfrom=${sentBy}; dkim=pass header.d=${domain}; dmarc=pass header.from=${domain}`,
    `DKIM-Signature: v=1; a=rsa-sha256; d=${domain}; s=a; h=${signed}; bh=x; b=AAAA`,
    ...headers,
    `From: ${from}`,
    `To: ${to}`,
    'Subject: Lunch',
    `Message-ID: <${id}>`,
    'Date: Tue, 24 Nov 2026 10:12:13 +0000',
    'MIME-Version: 1.0',
    ...(headers.some((line) => line.startsWith('Content-Type'))
      ? []
      : ['Content-Type: text/plain; charset=utf-8']),
    '',
    ...body,
  ]
  return deliver(lines.join('\r\n'), { to: [to], from: 'x@replay.example' })
}
const withId = async (id: string) => [
  ...(await db<
    { state: string; authentication: string; ticket_id: string; content: string; is_automatic: boolean }[]
  >`
    select state, authentication, ticket_id, content, is_automatic from private.mail_messages
    where message_id = ${id} order by received_at`),
]
const ticketOf = async (from: string) => (await receive({ from })).ticket_id ?? ''

describe('a signed mail that somebody sends again', () => {
  it('with other references is the same mail, on its own ticket', async () => {
    const [from, id] = [stranger(), newId()]
    const ticket = await ticketOf(from)
    await sendAgain({ from, id })
    for (const answered of [`ticket.${ticket}@localhost`, newId(), newId()])
      expect((await sendAgain({ from, id, headers: [`In-Reply-To: <${answered}>`] })).results).toMatchObject([
        { state: 'accepted' },
      ])
    expect(await withId(id)).toMatchObject([{ state: 'accepted', authentication: 'pass' }])
    expect(await commentsOf(ticket)).toEqual([])
  })

  it('with more people in copy, or another place for answers, adds nobody', async () => {
    const from = stranger()
    const ticket = await ticketOf(from)
    const signed = 'from:to:subject:date:message-id:mime-version:content-type'
    const headers = [`Cc: ${stranger()}`, `Reply-To: ${stranger()}`, `In-Reply-To: <${newId()}>`]
    const to = await replyAddress(ticket)
    await sendAgain({ from, to, signed, headers })
    expect(await commentsOf(ticket)).toHaveLength(1)
    expect(await db`select address from public.ticket_participants where ticket_id = ${ticket}`).toEqual([])
    const [{ reply_to: place } = {}] = await db`
      select reply_to from private.mail_messages where ticket_id = ${ticket} order by received_at desc limit 1`
    expect(place).toBeNull()
  })

  it('as the mail of a program is not proven, and leaves its author what programs may send', async () => {
    const [from, id] = [stranger(), newId()]
    await sendAgain({ from, id })
    await sendAgain({ from, id, headers: ['Auto-Submitted: auto-generated'] })
    const [first, ...others] = await withId(id)
    expect(first).toMatchObject({ state: 'accepted', authentication: 'pass', is_automatic: false })
    for (const other of others) expect(other).toMatchObject({ authentication: 'none' })
  })

  it('that came from its author before is known', async () => {
    const [from, id] = [stranger(), newId()]
    await sendAgain({ from, id, sentBy: from.split('@')[1] ?? '' })
    await sendAgain({
      from,
      id,
      headers: [`References: <${newId()}>`],
      body: ['Yes,  please do. ', '', ''],
    })
    expect(await withId(id)).toHaveLength(1)
  })

  it.each([
    ['Subject', 'from:to:date:message-id'],
    ['Date', 'from:to:subject:message-id'],
    ['Message-ID', 'from:to:subject:date'],
  ])('without a signed %s is not proven', async (_name, signed) => {
    const id = newId()
    await sendAgain({ from: stranger(), id, signed })
    expect(await withId(id)).toMatchObject([{ authentication: 'none' }])
  })

  it.each(['customer', 'staff'] as const)(
    'with another boundary says nothing that its author (%s) quoted',
    async (who) => {
      const from = who === 'staff' ? people.agent.email : stranger()
      const ticket = await ticketOf(who === 'staff' ? stranger() : from)
      const [to, id] = [await replyAddress(ticket), newId()]
      const body = [
        ...['--REAL', 'Content-Type: text/plain; charset=utf-8', '', 'No refund.', ''],
        ...['--REAL', 'Content-Type: text/html; charset=utf-8', '', '<p>No refund.</p><blockquote><pre>'],
        ...[
          '--EVIL',
          'Content-Type: text/plain',
          '',
          'We refund 5000 EUR.',
          '--EVIL--',
          '</pre></blockquote>',
        ],
        ...['--REAL--', ''],
      ]
      const written = (boundary: string) =>
        sendAgain({
          from,
          to,
          id,
          body,
          headers: [`Content-Type: multipart/alternative; boundary="${boundary}"`],
        })
      await written('REAL')
      await written('EVIL')
      await sendAgain({ from, to, id, body, headers: ['Content-Type: text/plain'] })
      const [first, ...others] = await withId(id)
      expect(first).toMatchObject({ state: 'accepted', authentication: 'pass', content: 'No refund.' })
      for (const other of others) expect(other).toMatchObject({ authentication: 'none' })
      expect(await commentsOf(ticket)).toHaveLength(who === 'staff' ? 1 : 3)
    },
  )
})
