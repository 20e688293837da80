import { describe, expect, it } from 'vitest'
import { openPart, showPart } from './open-part.ts'
import { parseMail } from '../parse.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
const decode = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)
const join = (...lines: string[]) => lines.join('\r\n')

const multipart = (type: string, boundary: string, ...parts: string[]) =>
  join(
    `Content-Type: multipart/${type}; boundary=${boundary}`,
    '',
    ...parts.map((part) => `--${boundary}\r\n${part}`),
    `--${boundary}--`,
    '',
  )
const mail = (...lines: string[]) => join('From: Olive <olive@example.org>', 'Subject: Outer', ...lines)
const textPart = (text: string) => join('Content-Type: text/plain; charset=utf-8', '', text)
const inner = join(
  ...[
    'From: Ann <ann@example.org>',
    'To: Bob <bob@example.org>',
    'Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=',
    'Date: Tue, 24 Nov 2026 10:00:00 +0100',
  ],
  ...[
    'MIME-Version: 1.0',
    multipart(
      'mixed',
      'i',
      textPart('It smokes.'),
      join(
        'Content-Type: text/csv; name=a.csv',
        'Content-Disposition: attachment; filename=a.csv',
        '',
        'a;b',
      ),
    ),
  ],
)
const forwarded = join('Content-Type: message/rfc822', 'Content-Disposition: attachment', '', inner)

describe('a mail in a mail', () => {
  it('is listed by its subject and shown with sender, date, text and files', async () => {
    const raw = utf8(mail(multipart('mixed', 'b', textPart('See below.'), forwarded)))
    const { content, parts, rejected_files } = await parseMail(raw, {})
    expect({ content, rejected_files }).toEqual({ content: 'See below.', rejected_files: [] })
    expect(parts).toMatchObject([
      { index: 0, kind: 'mail', title: 'Grüße', name: 'Grüße.eml', type: 'message/rfc822' },
    ])
    const shown = await showPart(raw, [0])
    expect(shown).toMatchObject({ text: 'It smokes.', files: [{ index: 0, name: 'a.csv' }] })
    expect(shown?.headers).toEqual([
      { name: 'From', value: 'Ann <ann@example.org>' },
      { name: 'To', value: 'Bob <bob@example.org>' },
      { name: 'Subject', value: 'Grüße' },
      { name: 'Date', value: 'Tue, 24 Nov 2026 10:00:00 +0100' },
    ])
    expect(decode((await openPart(raw, [0]))?.bytes).trim()).toBe(inner.trim())
    expect(decode((await openPart(raw, [0, 0]))?.bytes).trim()).toBe('a;b')
  })

  it('is named when the mail says nothing itself', async () => {
    const { content } = await parseMail(utf8(mail(multipart('mixed', 'b', forwarded))), {})
    expect(content).toBe('Attached email: Grüße')
  })

  it('with HTML alone is shown as text', async () => {
    const html = join(
      'Subject: x',
      'Content-Type: text/html',
      '',
      '<p>It <b>burns</b>.</p><script>alert(1)</script>',
    )
    const raw = utf8(mail(multipart('mixed', 'b', join('Content-Type: message/rfc822', '', html))))
    expect((await showPart(raw, [0]))?.text).toBe('It burns.')
  })

  it.each(['application/octet-stream', 'text/plain', 'application/x-unknown'])(
    'is known by its file name: %s',
    async (type) => {
      const part = join(
        `Content-Type: ${type}; name="old.eml"`,
        'Content-Disposition: attachment; filename="old.eml"',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from(inner).toString('base64'),
      )
      const raw = utf8(mail(multipart('mixed', 'b', textPart('x'), part)))
      expect((await parseMail(raw, {})).parts).toMatchObject([
        { kind: 'mail', title: 'Grüße', name: 'old.eml' },
      ])
      expect((await showPart(raw, [0]))?.text).toBe('It smokes.')
    },
  )

  it('is one of many in a digest, whose parts have no type', async () => {
    const digest = multipart(
      'digest',
      'd',
      join('', 'Subject: One', '', 'First.'),
      join('', 'Subject: Two', '', 'Second.'),
    )
    const raw = utf8(mail(multipart('mixed', 'b', textPart('Two mails.'), digest)))
    expect((await parseMail(raw, {})).parts).toMatchObject([
      { index: 0, kind: 'mail', title: 'One' },
      { index: 1, kind: 'mail', title: 'Two' },
    ])
    expect((await showPart(raw, [1]))?.text).toBe('Second.')
    expect((await parseMail(utf8(mail(digest)), {})).content).toBe('Attached email: One\nAttached email: Two')
  })

  it('is opened five deep; deeper ones are downloaded', async () => {
    let deep = join('Subject: innermost', '', 'Found.')
    for (let level = 0; level < 8; level += 1)
      deep = join(
        `Subject: level ${level}`,
        multipart('mixed', `b${level}`, join('Content-Type: message/rfc822', '', deep)),
      )
    const raw = utf8(deep)
    const path = (length: number) => Array.from({ length }, () => 0)
    expect(await showPart(raw, path(5))).toMatchObject({ files: [{ kind: 'mail', title: 'level 1' }] })
    expect(await showPart(raw, path(6))).toBeUndefined()
    expect((await openPart(raw, path(6)))?.isMail).toBe(true)
  })

  it('that cannot be parsed is shown by its source', async () => {
    const raw = utf8(
      mail(
        multipart(
          'mixed',
          'b',
          join('Content-Type: message/rfc822', '', 'Subject: x', '', 'a\r\n'.repeat(49_000)),
        ),
      ),
    )
    expect((await showPart(raw, [0]))?.text.length).toBeGreaterThan(40_000)
  })

  it('is read in time, also as one of 2,000', async () => {
    const raw = utf8(
      mail(
        multipart(
          'digest',
          'd',
          ...Array.from({ length: 2_000 }, (_, n) => join('', `Subject: ${n}`, '', 'x')),
        ),
      ),
    )
    const before = process.cpuUsage()
    const { parts } = await parseMail(raw, {})
    const { user, system } = process.cpuUsage(before)
    expect(parts).toHaveLength(200)
    expect(parts.at(-1)?.title).toBe('199')
    expect((user + system) / 1000).toBeLessThan(2_000)
  })
})

it('a type that is none is not repeated', async () => {
  const { parts, rejected_files } = await parseMail(
    utf8(
      mail(
        multipart('mixed', 'b', textPart('x'), join('Content-Type: application/x\0y; name=a.bin', '', 'x')),
      ),
    ),
    {},
  )
  expect(JSON.stringify([parts, rejected_files])).toMatch(/a\.bin/)
  expect(JSON.stringify([parts, rejected_files])).not.toMatch(/\\u0000/)
})

it('a list of parts fits into its column', async () => {
  const name = encodeURIComponent('山'.repeat(199))
  const file = join(
    'Content-Type: application/zip',
    `Content-Disposition: attachment; filename*=UTF-8''${name}.zip`,
    '',
    'x',
  )
  const { parts } = await parseMail(
    utf8(mail(multipart('mixed', 'b', ...Array.from({ length: 100 }, () => file)))),
    {},
  )
  expect(parts.length).toBeGreaterThan(50)
  expect(utf8(JSON.stringify(parts)).length).toBeLessThan(131_072)
})

describe('an invitation', () => {
  const calendar = join(
    'Content-Type: text/calendar; method=REQUEST; charset=utf-8',
    '',
    'BEGIN:VCALENDAR',
    'METHOD:REQUEST',
    'BEGIN:VEVENT',
    'SUMMARY:Vorführung',
    'DTSTART;TZID=Europe/Berlin:20261201T100000',
    'LOCATION:Halle 3',
    'END:VEVENT',
    'END:VCALENDAR',
  )

  it('has title, time and place', async () => {
    const { content, parts, rejected_files } = await parseMail(
      utf8(mail(multipart('alternative', 'a', textPart('Please come.'), calendar))),
      {},
    )
    expect({ content, rejected_files }).toEqual({ content: 'Please come.', rejected_files: [] })
    const described = {
      title: 'Vorführung',
      when: 'Tue, 1 Dec 2026, 10:00 (Europe/Berlin)',
      where: 'Halle 3',
    }
    expect(parts).toMatchObject([{ index: 0, kind: 'calendar', name: 'invitation.ics', ...described }])
  })

  it('that comes twice is listed once', async () => {
    const again = calendar.replace('text/calendar', 'application/ics; name=invite.ics')
    const { parts } = await parseMail(
      utf8(mail(multipart('mixed', 'b', textPart('Please come.'), calendar, again))),
      {},
    )
    expect(parts).toHaveLength(1)
  })

  it('is the text of a mail that has no other', async () => {
    const { content } = await parseMail(utf8(mail(calendar)), {})
    expect(content).toBe('Invitation: Vorführung\nTue, 1 Dec 2026, 10:00 (Europe/Berlin)\nHalle 3')
  })
})
