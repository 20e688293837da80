import { describe, expect, it } from 'vitest'
import { db, stack } from '../support/backend'
import { deliver, rawMail, receive, stranger } from '../support/mail'
import { nestedZip } from '../support/nested-zip'
import { resetAfterAll } from './support/reset'

resetAfterAll()

describe('what is inside', () => {
  it('cannot inject headers: line breaks in names and subjects are spaces', async () => {
    const subject = '=?utf-8?q?Hello=0D=0ABcc:_everybody@example.com?='
    const mail = await receive({ from: `=?utf-8?q?Eve=0D=0ABcc:_x?= <${stranger()}>`, subject })
    const [row] =
      await db`select t.subject, p.name from public.tickets t join public.profiles p on p.id = t.customer_id where t.id = ${mail.ticket_id}`
    expect(row?.subject).toBe('Hello Bcc: everybody@example.com')
    expect(row?.name).not.toMatch(/[\r\n]/)
  })

  it('cannot inject headers into the mails that the workspace sends about it', async () => {
    const from = stranger()
    const mail = await receive({
      from: `=?utf-8?q?Eve=0D=0ABcc:_victim@example.com?= <${from}>`,
      subject: '=?utf-8?q?Hello=0D=0ABcc:_victim@example.com=0D=0A=0D=0Abody?=',
      headers: ['Reply-To: =?utf-8?q?a=0D=0ABcc:_victim@example.com?= <' + stranger() + '>'],
    })
    expect(mail).toMatchObject({ state: 'accepted', reply: 'acknowledgement' })
    interface Sent {
      subject: string
      headers: Record<string, string>
    }
    const sent = async () => {
      const response = await fetch(`${stack.url}/mail/api/messages?to=${encodeURIComponent(from)}`)
      const mails: Sent[] = await response.json()
      return mails[0]
    }
    await expect.poll(sent, { timeout: 60_000 }).toBeDefined()
    expect((await sent())?.subject).toMatch(/Hello Bcc: victim@example\.com body$/)
    expect(Object.keys((await sent())?.headers ?? {})).not.toContain('bcc')
    const victims = await fetch(`${stack.url}/mail/api/messages?to=victim@example.com`)
    expect(await victims.json()).toEqual([])
  })

  it('of archives in archives is stored as it is: nothing unpacks a document', async () => {
    const zip = nestedZip(10)
    const from = stranger()
    const raw = rawMail({
      from,
      headers: ['Content-Type: multipart/mixed; boundary=b'],
      text: [
        ...['--b', 'Content-Type: text/plain', '', 'See the report.', '--b'],
        'Content-Type: application/vnd.openxmlformats-officedocument.wordprocessingml.document; name="report.docx"',
        'Content-Disposition: attachment; filename="report.docx"',
        ...['Content-Transfer-Encoding: base64', '', zip.toString('base64'), '--b'],
        'Content-Type: application/zip; name="bomb.zip"',
        'Content-Disposition: attachment; filename="bomb.zip"',
        ...['Content-Transfer-Encoding: base64', '', zip.toString('base64'), '--b--'],
      ].join('\r\n'),
    })
    expect(await deliver(raw)).toMatchObject({ status: 200, results: [{ state: 'accepted' }] })
    const [ticket] = await db<{ id: string; description: string }[]>`
      select t.id, t.description from public.tickets t join public.profiles p on p.id = t.customer_id
      where p.email = ${from}`
    expect(ticket?.description).toContain('Not attached: bomb.zip (type not accepted)')
    const files =
      await db`select file_name, file_size::int from public.attachments where ticket_id = ${ticket?.id ?? ''}`
    expect([...files]).toEqual([{ file_name: 'report.docx', file_size: zip.length }])
  })

  const calendar = [
    ...['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', 'SUMMARY:Repair', 'DTSTART:20261124T100000Z'],
    ...['ATTACH:https://tracker.example/x', 'END:VEVENT', 'END:VCALENDAR'],
  ].join('\r\n')

  it('is an invitation alone: opens a ticket with its title and time, without its code', async () => {
    const mail = await receive({
      from: stranger(),
      subject: 'Invitation: Repair',
      headers: ['Content-Type: text/calendar; method=REQUEST; charset=utf-8'],
      text: calendar,
    })
    expect(mail.state).toBe('accepted')
    const [ticket] = await db`select subject, description from public.tickets where id = ${mail.ticket_id}`
    expect(ticket).toEqual({
      subject: 'Invitation: Repair',
      description: 'Invitation: Repair\nTue, 24 Nov 2026, 10:00 (UTC)',
    })
  })

  it('is an invitation beside its text, as Outlook and Google send it: the text is the message', async () => {
    const mail = await receive({
      from: stranger(),
      headers: ['Content-Type: multipart/alternative; boundary=b'],
      text: [
        ...['--b', 'Content-Type: text/plain', '', 'Come at ten.', '--b', 'Content-Type: text/html', ''],
        ...[
          '<p>Come at ten.</p>',
          '--b',
          'Content-Type: text/calendar; method=REQUEST',
          '',
          calendar,
          '--b--',
        ],
      ].join('\r\n'),
    })
    expect(mail).toMatchObject({ state: 'accepted', content: 'Come at ten.' })
  })

  it('of ten thousand parts, nested messages and broken MIME becomes a ticket all the same', async () => {
    const parts = Array.from(
      { length: 10_000 },
      (_, n) => `--b\r\nContent-Type: application/zip; name=${n}.zip\r\n\r\nPK`,
    )
    const nested = Array.from(
      { length: 300 },
      (_, n) => `Content-Type: multipart/mixed; boundary=n${n}\r\n\r\n--n${n}\r\n`,
    ).join('')
    const mails = {
      parts: {
        headers: ['Content-Type: multipart/mixed; boundary=b'],
        text: `--b\r\n\r\nSee files.\r\n${parts.join('\r\n')}\r\n--b--`,
      },
      nested: { headers: ['Content-Type: multipart/mixed; boundary=b'], text: `--b\r\n${nested}` },
      open: { headers: ['Content-Type: multipart/mixed; boundary=never'], text: '--other\r\n\r\nlost' },
      base64: {
        headers: ['Content-Type: text/plain', 'Content-Transfer-Encoding: base64'],
        text: '!!!not base64!!!',
      },
      charset: { headers: ['Content-Type: text/plain; charset=x-klingon'], text: 'qaplà' },
      zero: { text: 'a\0b' },
    }
    for (const [name, values] of Object.entries(mails)) {
      // Time of the processor: a busy machine takes longer for the same work.
      const before = process.cpuUsage()
      expect((await receive({ from: stranger(), ...values })).state, name).toBe('accepted')
      const { user, system } = process.cpuUsage(before)
      expect((user + system) / 1000, name).toBeLessThan(10_000)
    }
  })
})
