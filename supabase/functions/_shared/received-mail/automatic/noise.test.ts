import { describe, expect, it } from 'vitest'
import {
  abuseReports,
  automaticMails,
  automaticReplies,
  honestMails,
  readReceipts,
  type AutomaticFixture,
} from './noise.fixtures.ts'
import { absences } from './absences.fixtures.ts'
import { parseMail } from '../parse.ts'

const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`

function read({
  subject,
  headers = [],
  text = 'Thank you.',
  sender = 'ann@customer.example',
  isFirst = false,
  from = 'ann@customer.example',
}: AutomaticFixture) {
  const lines = [
    `From: Ann <${from}>`,
    'To: support@desk.example',
    `Subject: ${encoded(subject)}`,
    'Date: Tue, 24 Nov 2026 10:12:13 +0000',
    ...(isFirst ? [] : ['In-Reply-To: <sent@desk.example>', 'References: <sent@desk.example>']),
    ...(headers.some((line) => /^content-type:/i.test(line))
      ? []
      : ['Content-Type: text/plain; charset=utf-8']),
    ...headers,
  ]
  return parseMail(new TextEncoder().encode([...lines, '', text].join('\r\n')), { sender })
}

describe('a mail of a program', () => {
  it.each(automaticReplies)('is an automatic answer by $name', async (mail) => {
    expect(await read(mail)).toMatchObject({
      bounce: null,
      is_automatic: true,
      is_response: true,
      response: 'auto_reply',
      never_answer: true,
    })
  })

  it.each(readReceipts)('is a read receipt by $name', async (mail) => {
    expect(await read(mail)).toMatchObject({
      bounce: null,
      is_response: true,
      response: 'read_receipt',
      never_answer: true,
    })
  })

  it.each(abuseReports)('is an abuse report by $name', async (mail) => {
    expect(await read(mail)).toMatchObject({
      bounce: null,
      is_response: true,
      response: 'abuse_report',
      never_answer: true,
    })
  })

  it.each(automaticMails)('gets no answer, and is for staff to see: $name', async (mail) => {
    expect(await read(mail)).toMatchObject({
      is_automatic: true,
      is_response: false,
      response: null,
      never_answer: true,
    })
  })
})

it.each(honestMails)('a mail of a person is none: $name', async (mail) => {
  expect(await read(mail)).toMatchObject({ is_automatic: false, is_response: false, response: null })
})

describe('an absence', () => {
  it.each(absences)('%s, %s: until %s', async (subject, text, until) => {
    expect(await read({ name: '', subject, text })).toMatchObject({
      response: 'auto_reply',
      is_away: true,
      away_until: until,
    })
  })

  it('is none that says nothing of it', async () => {
    const mail = {
      name: '',
      subject: 'We got your email',
      text: 'It has the number 7 until 8 December.',
      headers: ['Auto-Submitted: auto-replied'],
    }
    expect(await read(mail)).toMatchObject({ response: 'auto_reply', is_away: false, away_until: null })
  })
})
