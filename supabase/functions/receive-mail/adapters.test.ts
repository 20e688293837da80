import { createHmac, randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { db } from '../../tests/support/backend'
import { commentsOf, HOST, SUPPORT_ADDRESS, environment, secret, stranger } from '../../tests/support/mail'
import { handler } from './handler.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const basic = { authorization: `Basic ${Buffer.from(`desk:${secret}`).toString('base64')}` }
const mailgunKey = 'key-0123456789abcdef0123'
const env = { ...environment, MAILGUN_SIGNING_KEY: mailgunKey }

const post = async (body: BodyInit, headers: Record<string, string> = {}) => {
  const response = await handler(new Request('http://function/', { method: 'POST', body, headers }), env)
  return { status: response.status, ...(await response.json()) }
}
const postJson = (body: unknown, headers: Record<string, string> = basic) =>
  post(JSON.stringify(body), { 'content-type': 'application/json', ...headers })

async function ticketOf(address: string) {
  const [row] = await db<{ id: string; subject: string; description: string; files: string[] }[]>`
    select t.id, t.subject, t.description, array(select a.file_name from public.attachments a where a.ticket_id = t.id) as files
    from public.tickets t join public.profiles p on p.id = t.customer_id where p.email = ${address}`
  return row
}
const raw = (from: string, text = 'Smoke.') =>
  `From: ${from}\r\nTo: ${SUPPORT_ADDRESS}\r\nSubject: Fire\r\nMessage-ID: <${randomUUID()}@x.example>\r\n\r\n${text}`

const domainOf = (address: string) => address.split('@')[1] ?? ''
/** A finding of the receiving host about the author. */
const finding = (from: string, verdict = 'pass') =>
  `${HOST}; spf=${verdict} smtp.mailfrom=${domainOf(from)}; dmarc=${verdict} header.from=${domainOf(from)}`
const proofOf = async (from: string) => {
  const [mail] = await db`select authentication from private.mail_messages where from_address = ${from}`
  return mail?.authentication
}

describe('Postmark', () => {
  const mail = (from: string) => ({
    FromFull: { Email: from, Name: 'Paula Post', MailboxHash: '' },
    ToFull: [{ Email: SUPPORT_ADDRESS, Name: '', MailboxHash: '' }],
    CcFull: [{ Email: 'carl@copy.example', Name: 'Carl, Jr. "C"', MailboxHash: '' }],
    OriginalRecipient: SUPPORT_ADDRESS,
    Subject: 'Grüße',
    MessageID: randomUUID(),
    Date: 'Tue, 24 Nov 2026 10:12:13 +0000',
    TextBody: 'Smoke comes out.',
    HtmlBody: '<p>Smoke comes out.</p>',
    Headers: [{ Name: 'X-Spam-Status', Value: 'No\r\nBcc: evil@example.com' }],
    Attachments: [{ Name: 'shot.png', Content: png, ContentType: 'image/png', ContentLength: 70 }],
  })

  it('delivers a mail with its files', async () => {
    const from = stranger()
    expect(await postJson(mail(from))).toMatchObject({
      status: 200,
      results: [{ recipient: SUPPORT_ADDRESS, state: 'accepted' }],
    })
    const ticket = await ticketOf(from)
    expect(ticket).toMatchObject({ subject: 'Grüße', description: 'Smoke comes out.', files: ['shot.png'] })
    const copies =
      await db`select address, name from public.ticket_participants where ticket_id = ${ticket?.id ?? ''}`
    expect([...copies]).toEqual([{ address: 'carl@copy.example', name: 'Carl, Jr. C' }])
  })

  it('delivers the original where it includes it', async () => {
    const from = stranger()
    await postJson({ ...mail(from), RawEmail: raw(from, 'From the original.') })
    expect((await ticketOf(from))?.description).toBe('From the original.')
  })

  it('is filed once when it is delivered again, and again when its words are others', async () => {
    const from = stranger()
    const body = mail(from)
    for (let turn = 0; turn < 2; turn += 1) expect(await postJson(body)).toMatchObject({ status: 200 })
    const count = async () =>
      (await db`select 1 from private.mail_messages where from_address = ${from}`).length
    expect(await count()).toBe(1)
    await postJson({ ...body, TextBody: 'More smoke.' })
    expect(await count()).toBe(2)
  })

  it('is filed when it was forwarded to the hash of the inbound server', async () => {
    const from = stranger()
    const answer = await postJson({ ...mail(from), OriginalRecipient: '0123abcd@inbound.postmarkapp.com' })
    expect(answer).toMatchObject({
      status: 200,
      results: [{ recipient: SUPPORT_ADDRESS, state: 'accepted' }],
    })
    expect(await ticketOf(from)).toMatchObject({ subject: 'Grüße', files: ['shot.png'] })
  })

  it.each([
    ['agree', {}, 'pass', 'pass'],
    ['name another author', { From: 'eve@evil.example' }, 'pass', 'none'],
    ['name two authors', { From: 'eve@evil.example, ann@ann.example' }, 'pass', 'none'],
    ['name another recipient', { To: 'eve@evil.example' }, 'pass', 'none'],
    ['name nobody in copy', { Cc: '' }, 'pass', 'none'],
    ['name another author of a forged mail', { From: 'eve@evil.example' }, 'fail', 'fail'],
  ] as const)(
    'believes its findings when fields of one header %s',
    async (_name, changes, verdict, expected) => {
      const from = stranger()
      const texts = { From: from, To: SUPPORT_ADDRESS, Cc: '"Carl, Jr. C" <carl@copy.example>' }
      const headers = [{ Name: 'Authentication-Results', Value: finding(from, verdict) }]
      await postJson({ ...mail(from), ...texts, ...changes, Headers: headers })
      expect(await proofOf(from)).toBe(expected)
    },
  )

  it('is refused without the password', async () => {
    expect((await postJson(mail(stranger()), {})).status).toBe(401)
    expect((await postJson(mail(stranger()), { authorization: `Basic ${btoa('desk:wrong')}` })).status).toBe(
      401,
    )
  })
})

describe('Mailgun', () => {
  const signed = (time = Math.floor(Date.now() / 1000)) => {
    const token = randomUUID().replaceAll('-', '')
    const timestamp = String(time)
    return {
      timestamp,
      token,
      signature: createHmac('sha256', mailgunKey)
        .update(timestamp + token)
        .digest('hex'),
    }
  }
  const form = (fields: Record<string, string>) => {
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.append(name, value)
    return data
  }

  it('delivers the original and parsed mails with files', async () => {
    const one = stranger()
    expect(
      await post(form({ ...signed(), recipient: SUPPORT_ADDRESS, sender: one, 'body-mime': raw(one) })),
    ).toMatchObject({ status: 200 })
    expect(await ticketOf(one)).toMatchObject({ subject: 'Fire', description: 'Smoke.' })

    const two = stranger()
    const headers = JSON.stringify([
      ['From', two],
      ['To', SUPPORT_ADDRESS],
      ['Subject', 'Parsed'],
      ['Message-Id', `<${randomUUID()}@x.example>`],
    ])
    const data = form({
      ...signed(),
      recipient: SUPPORT_ADDRESS,
      sender: two,
      'body-plain': 'Parsed text.',
      'message-headers': headers,
    })
    data.append('attachment-1', new File([Buffer.from(png, 'base64')], 'shot.png', { type: 'image/png' }))
    await post(data)
    expect(await ticketOf(two)).toMatchObject({
      subject: 'Parsed',
      description: 'Parsed text.',
      files: ['shot.png'],
    })
  })

  it.each([
    ['agree', {}, 'pass'],
    ['name another author', { from: 'eve@evil.example' }, 'none'],
    ['name another recipient', { To: 'eve@evil.example' }, 'none'],
  ])('believes its findings when fields and headers %s', async (_name, changes, expected) => {
    const from = stranger()
    const fields = { from: `Ann <${from}>`, To: SUPPORT_ADDRESS, ...changes }
    const headers = [
      ['Authentication-Results', finding(from)],
      ...[
        ['From', `Ann <${from}>`],
        ['To', SUPPORT_ADDRESS],
      ],
      ['Message-Id', `<${randomUUID()}@x.example>`],
    ]
    const values = { recipient: SUPPORT_ADDRESS, sender: from, 'message-headers': JSON.stringify(headers) }
    await post(form({ ...signed(), ...fields, ...values, 'body-plain': 'Text.' }))
    expect(await proofOf(from)).toBe(expected)
  })

  it('is refused with a wrong, an old or a used signature', async () => {
    const fields = { recipient: SUPPORT_ADDRESS, sender: stranger(), 'body-mime': raw(stranger()) }
    expect((await post(form({ ...fields, ...signed(), signature: '0'.repeat(64) }))).status).toBe(401)
    expect((await post(form({ ...fields, ...signed(Math.floor(Date.now() / 1000) - 3600) }))).status).toBe(
      401,
    )
    const used = signed()
    expect((await post(form({ ...fields, ...used }))).status).toBe(200)
    expect((await post(form({ ...fields, ...used }))).status).toBe(409)
  })
})

describe('SES', () => {
  const receipt = (from: string, verdict: string) => ({
    mail: { source: from },
    receipt: {
      recipients: [SUPPORT_ADDRESS],
      dmarcVerdict: { status: verdict },
      spfVerdict: { status: verdict },
      dkimVerdict: { status: verdict },
      action: { type: 'SNS', encoding: 'BASE64' },
    },
    content: Buffer.from(raw(from)).toString('base64'),
  })

  it('delivers its receipt, as it is and in a message of SNS', async () => {
    for (const wrap of [
      (body: unknown) => body,
      (body: unknown) => ({ Type: 'Notification', Message: JSON.stringify(body) }),
    ]) {
      const from = stranger()
      expect(await postJson(wrap(receipt(from, 'PASS')))).toMatchObject({ status: 200 })
      const ticket = await ticketOf(from)
      expect(ticket?.subject).toBe('Fire')
      const [mail] =
        await db`select authentication from private.mail_messages where ticket_id = ${ticket?.id ?? ''}`
      expect(mail).toEqual({ authentication: 'pass' })
      expect([...(await commentsOf(ticket?.id ?? ''))]).toEqual([])
    }
  })

  it('keeps a mail that failed its checks for staff', async () => {
    const from = stranger()
    await postJson(receipt(from, 'FAIL'))
    expect(await ticketOf(from)).toBeUndefined()
  })
})

describe('a body that cannot be read', () => {
  const receipt = { receipt: { recipients: [SUPPORT_ADDRESS], action: { encoding: 'BASE64' } } }
  const file = { Name: 'a.png', Content: '%%%', ContentType: 'image/png' }
  it.each([
    ['no JSON', '{', 'The body is not JSON'],
    ['a list', '[]', 'The body is not a JSON object'],
    ['null', 'null', 'The body is not a JSON object'],
    ['headers of Mailgun that are no JSON', { 'message-headers': '[["From"' }, 'message-headers is not JSON'],
    ['a message of SNS that is no JSON', { Type: 'Notification', Message: 'Hi' }, 'Message is not JSON'],
    ['a receipt whose content is no base64', { ...receipt, content: '%%%' }, 'content is not base64'],
    ['a file that is no base64', { FromFull: {}, Attachments: [file] }, 'Attachments is not base64'],
  ])('is refused with a reason: %s', async (_name, body, error) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const logged = vi.spyOn(console, 'error')
    const answer = await post(text, { ...basic, 'content-type': 'application/json' })
    expect(answer).toEqual({ status: 400, error, code: 'bad_request' })
    expect(logged).not.toHaveBeenCalled()
    logged.mockRestore()
  })

  it.each([
    ['no form', 'x', 'multipart/form-data'],
    ['no parts', 'x', 'multipart/form-data; boundary=b'],
    ['headers that are no JSON', 'message-headers=%5B', 'application/x-www-form-urlencoded'],
  ])('is refused as a form: %s', async (_name, body, type) => {
    const request = new Request('http://function/', {
      method: 'POST',
      body,
      headers: { ...basic, 'content-type': type },
    })
    expect((await handler(request, environment)).status).toBe(400)
  })
})

describe('other requests', () => {
  it('are refused', async () => {
    expect((await post('{', { ...basic, 'content-type': 'application/json' })).status).toBe(400)
    expect((await post('x', { ...basic, 'content-type': 'image/png' })).status).toBe(415)
    const get = await handler(new Request('http://function/'), env)
    expect(get.status).toBe(405)
    const settings = (headers: Record<string, string>) =>
      handler(new Request('http://function/', { headers }), env)
    expect((await settings({})).status).toBe(405)
    expect((await settings({ apikey: 'a'.repeat(40) })).status).toBe(405)
    const unset = await handler(new Request('http://function/', { method: 'POST', body: '' }), {
      ...env,
      RECEIVE_MAIL_SECRET: '',
    })
    expect(unset.status).toBe(401)
  })
})
