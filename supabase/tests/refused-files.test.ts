/** The sender of files that a mail leaves out is told once, within the limits of automatic answers. */
import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { notificationMail } from '../functions/send-notifications/mail'
import { parseNotification } from '../functions/send-notifications/notification'
import { createUsers, db, insertTicket, type TestUsers } from './support/backend'
import { commentsOf, receive, replyAddress, stranger } from './support/mail'
import { host, take } from './support/outgoing-mails'
import { rolledBack } from './support/rolled-back'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))
// Later files compare tables before and after, while the backend sends what is due.
afterAll(
  async () =>
    void (await db`delete from public.notification_outbox where kind in ('refused_files', 'received') and sent_at is null`),
)

const png = 'iVBORw0KGgo='
const part = (name: string, type: string, content: string, headers: string[] = []) => [
  ...['--b', `Content-Type: ${type}; name="${name}"`, `Content-Disposition: attachment; filename="${name}"`],
  ...[...headers, 'Content-Transfer-Encoding: base64', '', content],
]
const program = (name = 'setup.exe') => part(name, 'application/octet-stream', 'TVqQAAM=')
const photos = (count: number, first = 1) =>
  Array.from({ length: count }, (_, n) => part(`photo ${n + first}.png`, 'image/png', png))
const withFiles = (...parts: string[][]) => ({
  headers: ['Content-Type: multipart/mixed; boundary=b'],
  text: ['--b', 'Content-Type: text/plain', '', 'See the files.', ...parts.flat(), '--b--'].join('\r\n'),
})

interface Row {
  id: string
  files_answer: string | null
  answer_id: string | null
  rejected_files: { name?: string; reason: string; more?: number }[]
}
const rowOf = async (id: string) => {
  const [row] = await db<Row[]>`select * from private.mail_messages where id = ${id}`
  if (!row) throw new Error('no such mail')
  return row
}
/** What the queued answer to a mail says now. */
const answerTo = async (mail: { id: string }) => {
  const { answer_id } = await rowOf(mail.id)
  const [row] = await db<{ kind: string; is_late: boolean; mail: unknown }[]>`
    select o.kind, o.next_attempt_at > now() + interval '50 minutes' as is_late,
      to_jsonb(o) || private.mail_contents(o, ${host}) || jsonb_build_object('ticket_number', t.number) as mail
    from public.notification_outbox o join public.tickets t on t.id = o.ticket_id where o.id = ${answer_id}`
  if (!row) throw new Error('no answer')
  return { ...row, ...notificationMail(parseNotification(row.mail), 'https://help.example.com') }
}
const answersAbout = async (ticket: string) => {
  const rows =
    await db`select recipient_email from public.notification_outbox where ticket_id = ${ticket} and kind = 'refused_files'`
  return rows.map(({ recipient_email }) => recipient_email)
}
/** As if the answer had been sent some time ago. */
const sendAnswer = (ticket: string, ago: string) => db`
  update public.notification_outbox set sent_at = now() - ${ago}::interval, created_at = now() - ${ago}::interval
  where ticket_id = ${ticket} and kind = 'refused_files' and sent_at is null`

describe('files that the first mail of a ticket leaves out', () => {
  it('are named in its acknowledgement, each with its reason, and nowhere else', async () => {
    const mail = await receive({ from: stranger(), ...withFiles(program(), ...photos(8)) })
    expect(mail).toMatchObject({ state: 'accepted', reply: 'acknowledgement' })
    const answer = await answerTo(mail)
    expect(answer).toMatchObject({ kind: 'received' })
    for (const text of [answer.text, answer.html]) {
      expect(text).toContain('setup.exe (type not accepted)')
      for (const n of [6, 7, 8]) expect(text).toContain(`photo ${n}.png (more than 5 files on the ticket)`)
      expect(text).not.toContain('photo 5.png')
      expect(text).toContain(
        'Accepted are .png, .jpg, .jpeg, .gif, .pdf, .doc, .docx, .txt, up to 5 MB each and 5 files for a ticket.',
      )
    }
    expect(await answersAbout(mail.ticket_id ?? '')).toEqual([])
    const [ticket] = await db`select description from public.tickets where id = ${mail.ticket_id}`
    expect(ticket?.description).toContain('photo 8.png (too many files)')
    const files =
      await db`select file_name from public.attachments where ticket_id = ${mail.ticket_id} order by created_at, id`
    expect(files.map(({ file_name }) => file_name)).toEqual([1, 2, 3, 4, 5].map((n) => `photo ${n}.png`))
  })

  it('are not repeated to somebody who may not have sent them', async () => {
    const mail = await receive({
      from: stranger(),
      verdict: 'none',
      ...withFiles(program('buy pills.exe'), ...photos(6)),
    })
    const { text, html } = await answerTo(mail)
    expect(text + html).not.toMatch(/pills|photo/)
    expect(text).toContain(
      '–\u00a01 file (type not accepted)\n–\u00a01 file (more than 5 files on the ticket)',
    )
  })

  it('keep their names, up to 200, and the message names as many as fit', async () => {
    const mail = await receive({
      from: stranger(),
      ...withFiles(...Array.from({ length: 260 }, (_, n) => program(`a long name ${n}.exe`))),
    })
    const { rejected_files } = await rowOf(mail.id)
    expect(rejected_files).toHaveLength(201)
    expect(rejected_files.at(-1)).toMatchObject({ more: 60 })
    const [ticket] = await db<
      { description: string }[]
    >`select description from public.tickets where id = ${mail.ticket_id}`
    const [, named = '', more] = /Not attached: (.*), and (\d+) more$/.exec(ticket?.description ?? '') ?? []
    const names = named.split(', ')
    expect(names.length + Number(more)).toBe(260)
    for (const name of names) expect(name).toMatch(/^a long name \d+\.exe \(type not accepted\)$/)
  })
})

describe('files that a later mail leaves out', () => {
  it('are named in one answer, which links to the ticket', async () => {
    const ticket = await insertTicket(people.owner)
    const mail = await receive({
      from: people.owner.email,
      to: await replyAddress(ticket),
      ...withFiles(program()),
    })
    expect(mail).toMatchObject({ ticket_id: ticket, reply: 'files' })
    const answer = await answerTo(mail)
    expect(answer).toMatchObject({
      kind: 'refused_files',
      to: { address: people.owner.email },
      headers: { 'Auto-Submitted': 'auto-replied' },
    })
    expect(answer.text).toContain('setup.exe (type not accepted)')
    expect(answer.text).toContain(`Open the ticket: https://help.example.com/tickets/${ticket}`)
    expect(await answersAbout(ticket)).toEqual([people.owner.email])
  })

  it('of many mails are named in one answer, and then in one an hour, five a day', async () => {
    const ticket = await insertTicket(people.owner)
    const to = await replyAddress(ticket)
    const send = (name: string) => receive({ from: people.owner.email, to, ...withFiles(program(name)) })
    const first = await send('a.exe')
    const mails = [first]
    for (const name of 'bcdefghij') mails.push(await send(`${name}.exe`))
    expect(await answersAbout(ticket)).toHaveLength(1)
    const { text, is_late } = await answerTo(first)
    for (const name of 'abcdefghij') expect(text).toContain(`${name}.exe`)
    expect(is_late).toBe(false)
    await sendAnswer(ticket, '1 minute')
    expect((await rowOf(first.id)).files_answer).toBe('sent')
    const second = await answerTo(await send('k.exe'))
    expect(second.text).not.toContain('a.exe')
    expect(second.is_late).toBe(true)
    for (let turn = 0; turn < 3; turn += 1) {
      await sendAnswer(ticket, '2 hours')
      await send('l.exe')
    }
    await sendAnswer(ticket, '2 hours')
    expect(await rowOf((await send('m.exe')).id)).toMatchObject({ files_answer: 'limit', answer_id: null })
    expect(await answersAbout(ticket)).toHaveLength(5)
  })

  it('by a person in copy are named to that person', async () => {
    const ticket = await insertTicket(people.owner)
    const from = stranger()
    await db`insert into public.ticket_participants (ticket_id, address, name) values (${ticket}, ${from}, 'Bob')`
    const mail = await receive({ from, to: await replyAddress(ticket), ...withFiles(program()) })
    const { text, to } = await answerTo(mail)
    expect(to.address).toBe(from)
    expect(text).not.toContain('/tickets/')
    expect(text).toContain('reply to this email with it')
  })

  it('of a forged mail are told apart from those of the real sender', async () => {
    const ticket = await insertTicket(people.owner)
    const to = await replyAddress(ticket)
    const forged = await receive({
      from: people.owner.email,
      to,
      verdict: 'none',
      ...withFiles(program('pills.exe')),
    })
    const real = await receive({ from: people.owner.email, to, ...withFiles(program('mine.exe')) })
    expect((await answerTo(forged)).text).not.toMatch(/pills|mine/)
    const { text } = await answerTo(real)
    expect(text).toContain('mine.exe')
    expect(text).not.toContain('pills')
  })

  it.each([
    ['an automatic mail', ['Precedence: list'], 'automatic'],
    ['a mailing list', ['List-Id: <x.example>'], 'automatic'],
  ] as const)('of %s are reported to nobody', async (_name, headers, files_answer) => {
    const ticket = await insertTicket(people.owner)
    const { headers: own, text } = withFiles(program())
    const mail = await receive({
      from: people.owner.email,
      to: await replyAddress(ticket),
      headers: [...own, ...headers],
      text,
    })
    expect(await rowOf(mail.id)).toMatchObject({ files_answer, answer_id: null })
    expect(await answersAbout(ticket)).toEqual([])
  })

  it('in a note that staff made of a mail are reported to nobody', async () => {
    const ticket = await insertTicket(people.owner)
    const from = stranger()
    const mail = await receive({
      from,
      to: await replyAddress(ticket),
      verdict: 'none',
      ...withFiles(program()),
    })
    expect(mail).toMatchObject({ state: 'unmatched' })
    await people.agent.client.rpc('attach_unmatched_mail', {
      mail_id: mail.id,
      ticket_id: ticket,
      as_note: true,
    })
    expect(await rowOf(mail.id)).toMatchObject({ files_answer: 'note', answer_id: null })
  })

  it('are reported once staff have added the mail in the name of its sender', async () => {
    const ticket = await insertTicket(people.owner)
    const from = stranger()
    const mail = await receive({ from, to: await replyAddress(ticket), ...withFiles(program()) })
    expect(mail).toMatchObject({ state: 'unmatched', reply: null })
    await people.agent.client.rpc('attach_unmatched_mail', { mail_id: mail.id, ticket_id: ticket })
    expect(await answersAbout(ticket)).toEqual([from])
  })

  it('are not told when a mail program added them', async () => {
    const ticket = await insertTicket(people.owner)
    const logo = part('logo.png', 'image/png', png, ['Content-ID: <logo@x>'])
    const html = ['--b', 'Content-Type: text/html', '', '<p>See.</p><img src="cid:logo@x">']
    const parts = [html, ...photos(5), logo, part('smime.p7s', 'application/pkcs7-signature', 'MAA=')]
    const mail = await receive({
      from: people.owner.email,
      to: await replyAddress(ticket),
      ...withFiles(...parts),
    })
    expect(await rowOf(mail.id)).toMatchObject({ files_answer: null, answer_id: null })
    expect((await rowOf(mail.id)).files_answer).toBeNull()
    const [said] = await commentsOf(ticket)
    expect(said?.content).not.toContain('Not attached')
  })
})

// By somebody else: a mailbox has ten answers an hour.
describe('the answer', () => {
  it('is sent once, and staff see that it was, or why not', async () => {
    const ticket = await insertTicket(people.otherCustomer)
    const mail = await receive({
      from: people.otherCustomer.email,
      to: await replyAddress(ticket),
      ...withFiles(program()),
    })
    const seen = async () => {
      const { data } = await people.agent.client.rpc('ticket_mails', { ticket_id: ticket })
      return data
    }
    expect(await seen()).toMatchObject({
      messages: [
        { id: mail.id, files_answer: 'waiting', refused_files: [{ name: 'setup.exe', reason: 'type' }] },
      ],
    })
    await rolledBack(async (tx: TransactionSql) => {
      await tx`update public.notification_outbox set next_attempt_at = now() where ticket_id = ${ticket} and kind = 'refused_files'`
      const taken = (await take(tx)).filter(({ kind }) => kind === 'refused_files')
      expect(taken.map(({ recipient_email }) => recipient_email)).toEqual([people.otherCustomer.email])
      await tx`select public.finish_notification(${taken[0]?.id ?? ''}, null, '250 ok')`
      const [row] = await tx`select files_answer from private.mail_messages where id = ${mail.id}`
      expect(row).toEqual({ files_answer: 'sent' })
    })
    await rolledBack(async (tx: TransactionSql) => {
      await tx`insert into public.undeliverable_addresses (address, status, reason) values (${people.otherCustomer.email}, '5.1.1', 'gone')`
      await tx`update public.notification_outbox set next_attempt_at = now() where ticket_id = ${ticket} and kind = 'refused_files'`
      await take(tx)
      const [row] = await tx`select files_answer from private.mail_messages where id = ${mail.id}`
      expect(row).toEqual({ files_answer: 'failed' })
    })
  })

  it('is nothing that customers read about', async () => {
    const ticket = await insertTicket(people.otherCustomer)
    await receive({
      from: people.otherCustomer.email,
      to: await replyAddress(ticket),
      ...withFiles(program()),
    })
    const { data } = await people.otherCustomer.client.rpc('ticket_mails', { ticket_id: ticket })
    expect(JSON.stringify(data)).not.toMatch(/files_answer|refused_files/)
  })

  it('is not repeated for a mail that is delivered twice', async () => {
    const ticket = await insertTicket(people.otherCustomer)
    const values = {
      from: people.otherCustomer.email,
      to: await replyAddress(ticket),
      id: `${randomUUID()}@x.example`,
      ...withFiles(program()),
    }
    const first = await receive(values)
    await receive(values)
    expect(await answersAbout(ticket)).toHaveLength(1)
    expect((await answerTo(first)).text.match(/setup\.exe/g)).toHaveLength(1)
  })
})
