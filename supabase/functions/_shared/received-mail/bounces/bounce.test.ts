import { describe, expect, it } from 'vitest'
import { bounceSubjects, outcomes, refusals, unknownSubjects } from './bounce-words.fixtures.ts'
import { parseMail } from '../parse.ts'

const raw = (headers: string[], body: string) => new TextEncoder().encode([...headers, '', body].join('\r\n'))
const bounceOf = async (headers: string[], body: string, sender?: string) =>
  (await parseMail(raw(headers, body), { sender })).bounce

const report = (fields: string[], returned = 'Message-ID: <sent@desk.example>\r\nSubject: Fire') =>
  [
    '--b\r\nContent-Type: text/plain\r\n\r\nYour mail was not delivered.',
    `--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.example\r\n\r\n${fields.join('\r\n')}`,
    `--b\r\nContent-Type: text/rfc822-headers\r\n\r\n${returned}\r\n--b--`,
  ].join('\r\n')
const reportHeaders = (from: string, subject: string) => [
  `From: ${from}`,
  `Subject: ${subject}`,
  'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
]
const failed = (address: string) => [
  'Final-Recipient: rfc822; ' + address,
  'Action: failed',
  'Status: 5.1.1',
  'Diagnostic-Code: smtp; 550 5.1.1 no such user',
]

describe('readBounce', () => {
  it.each([
    ['Postfix', 'MAILER-DAEMON@mx.example (Mail Delivery System)', 'Undelivered Mail Returned to Sender'],
    ['Exchange Online', 'postmaster@example.onmicrosoft.com', 'Undeliverable: [#1042] Fire'],
    [
      'Gmail',
      'Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
      'Delivery Status Notification (Failure)',
    ],
    [
      'Sendmail',
      'Mail Delivery Subsystem <MAILER-DAEMON@mx.example>',
      'Returned mail: see transcript for details',
    ],
    ['Exchange, German', 'postmaster@example.de', 'Unzustellbar: Feuer'],
  ])('reads the report of %s', async (_name, from, subject) => {
    expect(await bounceOf(reportHeaders(from, subject), report(failed('olive@example.org')))).toEqual({
      message_id: 'sent@desk.example',
      code: '',
      is_null_sender: false,
      recipients: [
        {
          address: 'olive@example.org',
          status: '5.1.1',
          reason: '550 5.1.1 no such user',
          permanent: true,
          delivered: false,
          wrong_address: true,
        },
      ],
    })
  })

  it('reads several recipients, forwarded ones and delays', async () => {
    const fields = [
      ...failed('a@example.org'),
      '',
      'Original-Recipient: rfc822;b@example.org',
      'Final-Recipient: rfc822;b@forward.example',
      'Action: delayed',
      'Status: 4.4.1',
    ]
    const found = await bounceOf(reportHeaders('MAILER-DAEMON@mx.example', 'Delayed'), report(fields))
    expect(found?.recipients.map(({ address, permanent }) => [address, permanent])).toEqual([
      ['a@example.org', true],
      ['b@example.org', false],
      ['b@forward.example', false],
    ])
  })

  it.each([
    [
      'qmail',
      'MAILER-DAEMON@mx.example',
      'failure notice',
      'Hi. This is the qmail-send program.\r\n\r\n<olive@example.org>:\r\nSorry, no mailbox here by that name. (#5.1.1)\r\n\r\n--- Below this line is a copy of the message.\r\n\r\nMessage-ID: <sent@desk.example>\r\n',
    ],
    [
      'Exim',
      'Mail Delivery System <Mailer-Daemon@mx.example>',
      'Mail delivery failed: returning message to sender',
      'This message was created automatically.\r\n\r\n  olive@example.org\r\n    550 5.1.1 unknown user\r\n\r\n------ This is a copy of the message, including all the headers. ------\r\n\r\nMessage-ID: <sent@desk.example>\r\n',
    ],
    [
      'a provider without a report',
      'mailer-daemon@yahoo.com',
      'Failure Notice',
      'Sorry, we were unable to deliver your message to the following address.\r\n\r\n<olive@example.org>:\r\n554: delivery error: 5.5.0 no account\r\n\r\n--- Below this line is a copy of the message.\r\nMessage-Id: <sent@desk.example>\r\n',
    ],
  ])('reads the text of %s', async (_name, from, subject, body) => {
    const found = await bounceOf([`From: ${from}`, `Subject: ${subject}`], body)
    expect(found?.message_id).toBe('sent@desk.example')
    expect(found?.recipients).toEqual([
      expect.objectContaining({ address: 'olive@example.org', permanent: true }),
    ])
  })

  it.each([
    [
      'a person who writes about one',
      ['From: olive@example.org', 'Subject: Undeliverable mail'],
      'I got this error.',
    ],
    [
      'an out-of-office note',
      ['From: olive@example.org', 'Subject: Automatic reply: Fire', 'Auto-Submitted: auto-replied'],
      'I am away.',
    ],
    [
      'a read receipt',
      [
        'From: olive@example.org',
        'Subject: Read: Fire',
        'Content-Type: multipart/report; report-type=disposition-notification; boundary=b',
      ],
      '--b\r\n\r\nread\r\n--b--',
    ],
  ])('takes no mail of %s for one', async (_name, headers, body) =>
    expect(await bounceOf(headers, body)).toBeNull(),
  )
})

describe('a refused text that quotes words of a stranger', () => {
  const qmail = (said: string) =>
    bounceOf(
      ['From: MAILER-DAEMON@mx.example', 'Subject: failure notice'],
      `Hi. This is the qmail-send program.\r\n\r\n<olive@example.org>:\r\n192.0.2.5 failed after I sent the message.\r\nRemote host said: ${said}\r\n\r\n--- Below this line is a copy of the message.\r\n\r\nMessage-ID: <sent@desk.example>\r\n`,
      '',
    )
  const server = (said: string) =>
    bounceOf(
      reportHeaders('MAILER-DAEMON@mx.example', 'Undelivered'),
      report([
        'Final-Recipient: rfc822; olive@example.org',
        'Action: failed',
        'Status: 5.0.0',
        `Diagnostic-Code: smtp; ${said}`,
      ]),
    )

  it.each([
    '550 Blacklisted URL in message. (5.1.1.evil.example) in [multi].',
    '550 Blacklisted URL in message. (http://evil.example/550-5.1.1/550 5.1.1 x)',
    '550 5.7.1 Rejected: see 550 5.1.1 user unknown',
    '554 Banned subject: no such user (#5.1.1)',
    '550 Refused "user unknown"',
    '550 5.1.1.evil.example is listed',
  ])('is no wrong address: %s', async (said) => {
    for (const found of [await qmail(said), await server(said)])
      expect(found?.recipients).toEqual([
        expect.objectContaining({
          address: 'olive@example.org',
          status: expect.not.stringMatching(/^5\.1\./),
        }),
      ])
  })

  it.each([
    '550 5.1.1 user unknown',
    '550-5.1.1 The account does not exist',
    '554: 5.1.1 unknown',
    '550 no such user',
  ])('is one when the server says so: %s', async (said) => {
    const found = await bounceOf(
      ['From: MAILER-DAEMON@mx.example', 'Subject: failure notice'],
      `<olive@example.org>:\r\n192.0.2.5 does not like recipient.\r\nRemote host said: ${said}\r\n\r\n<bob@example.org>:\r\n552 5.2.2 full\r\n\r\n--- Below this line is a copy of the message.\r\n\r\nMessage-ID: <sent@desk.example>\r\n`,
    )
    expect(found?.recipients.map(({ address, status }) => [address, status])).toEqual([
      ['olive@example.org', '5.1.1'],
      ['bob@example.org', '5.2.2'],
    ])
  })
})

describe('a report as text', () => {
  const returned =
    '--- Below this line is a copy of the message.\r\n\r\nMessage-ID: <sent@desk.example>\r\nTo: olive@example.org\r\nSubject: x\r\n\r\nhi'
  const encoded = (subject: string) => `=?utf-8?B?${Buffer.from(subject).toString('base64')}?=`
  const read = (subject: string, text: string, sender?: string) =>
    bounceOf(
      ['From: MAILER-DAEMON@mx.example', `Subject: ${encoded(subject)}`],
      `${text}\r\n\r\n${returned}`,
      sender,
    )
  const said = 'Sorry.\r\n\r\n<olive@example.org>:\r\n550 5.1.1 user unknown'
  const lost = {
    message_id: 'sent@desk.example',
    recipients: [{ address: 'olive@example.org', status: '5.1.1', permanent: true, wrong_address: true }],
  }

  it.each([...bounceSubjects, ...unknownSubjects])(
    'is recognised by %s, with its envelope and without',
    async (subject) => {
      expect(await read(subject, said, '')).toMatchObject(lost)
      expect(await read(subject, said)).toMatchObject(lost)
    },
  )

  it.each(bounceSubjects)('is recognised by its subject alone: %s', async (subject) => {
    const headers = ['From: Mail Delivery System <mailer-daemon@mx.example>', `Subject: ${encoded(subject)}`]
    const found = await bounceOf(headers, 'Sorry.\r\n\r\n<olive@example.org>:\r\n550 5.1.1 user unknown')
    expect(found?.recipients).toMatchObject([{ address: 'olive@example.org', permanent: true }])
  })

  it('names whom the returned mail was for when its text names nobody', async () => {
    expect(await read('failure notice', 'Sorry. It did not work.', '')).toMatchObject({
      recipients: [{ address: 'olive@example.org', wrong_address: false }],
    })
  })

  it.each(['Delivered: Fire', 'Successful Mail Delivery Report'])(
    'about a success is none about a failure: %s',
    async (subject) => {
      const found = await bounceOf(
        [
          'From: postmaster@mx.example',
          `Subject: ${subject}`,
          'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
        ],
        `--b\r\n\r\n<olive@example.org>: ok\r\n\r\n${returned}\r\n--b--`,
      )
      expect(found?.recipients).toMatchObject([{ permanent: false, delivered: true, wrong_address: false }])
    },
  )
})

describe('a delivery report', () => {
  const read = async (fields: string[]) =>
    (await bounceOf(reportHeaders('MAILER-DAEMON@mx.example', 'Report'), report(fields)))?.recipients

  it.each(outcomes)('tells what became of the mail: $name', async ({ fields, permanent, delivered }) => {
    expect(await read(fields)).toMatchObject([{ address: 'olive@example.org', permanent, delivered }])
  })

  it.each(refusals)('%s, %s: a wrong address: %s', async (status, diagnostic, isWrong) => {
    const fields = [
      'Final-Recipient: rfc822; olive@example.org',
      'Action: failed',
      ...(status ? [`Status: ${status}`] : []),
      ...(diagnostic ? [`Diagnostic-Code: ${diagnostic}`] : []),
    ]
    expect(await read(fields)).toMatchObject([{ permanent: true, wrong_address: isWrong }])
  })
})
