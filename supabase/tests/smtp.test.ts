import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DEMO_PASSWORD, startStack } from '@helpdesk/testing/stack'
import { createTransport } from 'nodemailer'
import postgres from 'postgres'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket, stack, type TestUsers } from './support/backend'
import { commentsOf, SUPPORT_ADDRESS, personWith, replyAddress, stranger } from './support/mail'
import { answerOf, mailPrograms } from './support/mail-programs'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const { smtpUrl = '' } = stack
const transport = (url = smtpUrl, auth?: { user: string; pass: string }) => {
  const { hostname, port } = new URL(url)
  return createTransport({ host: hostname, port: Number(port), ignoreTLS: true, ...(auth ? { auth } : {}) })
}
const ticketOf = async (address: string) => {
  const [row] = await db<{ id: string; subject: string; description: string }[]>`
    select t.id, t.subject, t.description from public.tickets t join public.profiles p on p.id = t.customer_id where p.email = ${address}`
  return row
}
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

describe('any mail program', () => {
  it('opens a ticket with its files, and answers it', async () => {
    const from = stranger()
    const sent = await transport().sendMail({
      from: { name: 'Paul Post', address: from },
      to: SUPPORT_ADDRESS,
      subject: 'Grüße 😀',
      html: '<p>Look: <img src="cid:shot"> <b>broken</b></p>',
      attachments: [
        { filename: 'shot.png', content: png, cid: 'shot' },
        { filename: 'tool.exe', content: Buffer.from('MZ') },
        { filename: 'log.txt', content: 'line' },
      ],
    })
    const ticket = await ticketOf(from)
    expect(ticket?.subject).toBe('Grüße 😀')
    expect(ticket?.description).toContain('[image: shot.png]')
    expect(ticket?.description).toContain('Not attached: tool.exe (type not accepted)')
    const { data } = await people.agent.client.rpc('get_ticket_detail', { ticket_id: ticket?.id })
    expect(data.attachments.map((file: { file_name: string }) => file.file_name).sort()).toEqual([
      'log.txt',
      'shot.png',
    ])
    const [shot] = data.attachments.filter((file: { file_name: string }) => file.file_name === 'shot.png')
    const stored = await people.agent.client.storage.from('ticket-attachments').download(shot.storage_path)
    expect(Buffer.from((await stored.data?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(png)).toBe(true)

    await transport().sendMail({
      from,
      to: await replyAddress(ticket?.id ?? ''),
      inReplyTo: sent.messageId,
      subject: 'Re: Grüße',
      text: 'It is the left one.\n\nAm 24.11.26 um 10:12 schrieb Ada Agent:\n> Which one?\n',
    })
    const person = await personWith(from)
    expect([...(await commentsOf(ticket?.id ?? ''))]).toEqual([
      { user_id: person?.id, content: 'It is the left one.', is_internal: false, source: 'mail' },
    ])
  })

  it('of staff who signed in answers; without signing in it waits', async () => {
    const ticket = await insertTicket(people.owner)
    const mail = async () => ({
      from: people.agent.email,
      to: await replyAddress(ticket),
      subject: 'Re',
      text: 'We are on it.',
    })
    await transport().sendMail(await mail())
    expect([...(await commentsOf(ticket))]).toEqual([])
    await transport(smtpUrl, { user: people.agent.email, pass: DEMO_PASSWORD }).sendMail(await mail())
    expect([...(await commentsOf(ticket))]).toMatchObject([
      { user_id: people.agent.id, content: 'We are on it.' },
    ])
    const wrong = transport(smtpUrl, { user: people.agent.email, pass: 'Wrong1234' })
    await expect(wrong.sendMail(await mail())).rejects.toMatchObject({ responseCode: 535 })
  })

  it('gets 550 for other recipients and 552 for more than 25 MB', async () => {
    const from = stranger()
    await expect(
      transport().sendMail({ from, to: 'other@elsewhere.example', text: 'x' }),
    ).rejects.toMatchObject({ responseCode: 550 })
    const attachments = [{ filename: 'big.txt', content: Buffer.alloc(20 * 1024 * 1024, 'x') }]
    await expect(
      transport().sendMail({ from, to: SUPPORT_ADDRESS, text: 'x', attachments }),
    ).rejects.toMatchObject({
      responseCode: 552,
    })
    expect(await ticketOf(from)).toBeUndefined()
  })
})

describe('a conversation by mail', () => {
  interface Kept {
    subject: string
    text: string
    html: string
    headers: Record<string, string>
  }

  /** A ticket by mail with a reply by mail. @returns the reply as the mailbox received it */
  async function answeredTicket() {
    const from = stranger()
    await transport().sendMail({ from, to: SUPPORT_ADDRESS, subject: 'The printer', text: 'It is on fire.' })
    const ticket = (await ticketOf(from))?.id ?? ''
    const content = 'Which one is it?'
    const sent = await people.agent.client.rpc('send_reply', { ticket_id: ticket, content })
    expect(sent.error).toBeNull()
    const received = async () => {
      const response = await fetch(`${stack.url}/mail/api/messages?to=${encodeURIComponent(from)}`)
      const mails: Kept[] = await response.json()
      return mails.find(({ text }) => text.includes(content))
    }
    await expect.poll(received, { timeout: 60_000 }).toBeDefined()
    const mail = await received()
    if (!mail) throw new Error('no mail')
    const to = mail.headers['reply-to']?.match(/[^<\s]+@[^>\s]+/)?.[0] ?? ''
    return { from, ticket, mail, to, messageId: mail.headers['message-id'] ?? '' }
  }

  it.each(mailPrograms)('comes back from %s to the same ticket, with the new text alone', async (program) => {
    const { from, ticket, mail, to, messageId } = await answeredTicket()
    const { subject, text, html } = mail
    const raw = answerOf(program, {
      from,
      said: 'The left one.',
      answered: { to, messageId, subject, text, html },
    })
    await transport().sendMail({ envelope: { from, to }, raw })
    const person = await personWith(from)
    const hasPicture = program.includes('picture')
    expect([...(await commentsOf(ticket))]).toMatchObject([
      { user_id: people.agent.id, content: 'Which one is it?', source: 'portal' },
      {
        user_id: person?.id,
        content: hasPicture ? 'The left one. [image: shot.png]' : 'The left one.',
        source: 'mail',
      },
    ])
    const mails = await db<{ via: string | null; quoted: string }[]>`
      select via, quoted from private.mail_messages where from_address = ${from} order by received_at`
    expect(mails.map(({ via }) => via)).toEqual([null, 'address'])
    expect(mails[1]?.quoted).toContain('Which one is it?')
    const files = await db`select file_name from public.attachments where ticket_id = ${ticket}`
    expect([...files]).toEqual(hasPicture ? [{ file_name: 'shot.png' }] : [])
  })
})

describe('staff', () => {
  const call = (client: TestUsers['agent']['client'], body: Record<string, unknown>) =>
    client.functions.invoke('staff-mail', { body })

  it('see the original without what acts in it, and file a waiting mail with its files', async () => {
    const ticket = await insertTicket(people.owner)
    const from = stranger()
    await transport().sendMail({
      from,
      to: await replyAddress(ticket),
      subject: 'From home',
      html: '<p onclick="x">See <script>alert(1)</script><img src="https://tracker.example/x.gif"></p>',
      attachments: [{ filename: 'shot.png', content: png }],
    })
    const [mail] = await db<
      { id: string }[]
    >`select id from private.mail_messages where from_address = ${from}`
    const shown = await call(people.agent.client, { action: 'show', mailId: mail?.id })
    expect(shown.data).toMatchObject({
      headers: expect.arrayContaining([{ name: 'Subject', value: 'From home' }]),
      files: [{ name: 'shot.png' }],
    })
    expect(shown.data.html).toContain('<p>See ')
    expect(shown.data.html).not.toMatch(/script|onclick|tracker/)
    expect((await call(people.owner.client, { action: 'show', mailId: mail?.id })).error).not.toBeNull()
    expect(
      (await call(people.owner.client, { action: 'attach', mailId: mail?.id, ticketId: ticket })).error,
    ).not.toBeNull()

    const filed = await call(people.agent.client, { action: 'attach', mailId: mail?.id, ticketId: ticket })
    expect(filed.error).toBeNull()
    const files = await db`select file_name, comment_id from public.attachments where ticket_id = ${ticket}`
    expect([...files]).toEqual([{ file_name: 'shot.png', comment_id: filed.data.comment_id }])
  })

  it('alone reach originals', async () => {
    const [mail] = await db<
      { path: string }[]
    >`select original_path as path from private.mail_messages where original_path is not null limit 1`
    for (const { client } of [people.owner, people.agent, people.admin]) {
      const files = client.storage.from('mail-originals')
      expect((await files.download(mail?.path ?? '')).error).not.toBeNull()
      expect((await files.list()).data ?? []).toEqual([])
      expect((await files.upload('x.eml', new Blob(['x'], { type: 'message/rfc822' }))).error).not.toBeNull()
    }
  })
})

describe('a workspace that cannot store', () => {
  it('takes the mail again once its database has restarted, once', async () => {
    const own = await startStack({ seed: 'empty' })
    try {
      const mail = {
        from: stranger(),
        to: SUPPORT_ADDRESS,
        subject: 'During a restart',
        text: 'x',
        messageId: `<${randomUUID()}@x.example>`,
        // part of what makes it the same mail
        date: new Date(),
      }
      const pid = Number(
        (await readFile(join(own.dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0],
      )
      const answers: number[] = []
      const send = () =>
        transport(own.smtpUrl)
          .sendMail(mail)
          .then(
            () => 250,
            (error: { responseCode?: number }) => error.responseCode ?? 0,
          )
      process.kill(pid, 'SIGKILL')
      await expect
        .poll(
          async () => {
            const answer = await send()
            answers.push(answer)
            return answer
          },
          { timeout: 200_000 },
        )
        .toBe(250)
      expect(answers.slice(0, -1).filter((code) => code < 400 || code >= 500)).toEqual([])
      expect(await send()).toBe(250)
      const fresh = postgres(own.databaseUrl, { max: 1 })
      const rows = await fresh`select count(*)::int as tickets from public.tickets`
      await fresh.end()
      expect([...rows]).toEqual([{ tickets: 1 }])
    } finally {
      await own.stop()
    }
  })
})
