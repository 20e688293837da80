/** Follow-ups that answers by mail open: threads, repeats, files, people in copy, strangers and staff. */
import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { attachmentValues, createUsers, db, insertTicket, type TestUsers } from './support/backend'
import { close, closedTicket, followUpsOf, seen, setDays, statusOf, ticketOf } from './support/follow-ups'
import {
  commentsOf,
  deliver,
  personWith,
  rawMail,
  receive,
  recordSent,
  replyAddress,
  stranger,
} from './support/mail'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))
afterEach(() => setDays(28))

/** A ticket of Olive that was closed so many days ago. */
const closed = (days = 40, values = {}) => closedTicket(people.owner, days, values)

describe('an answer by mail', () => {
  it.each([
    ['to the reply address', async (ticket: string) => ({ to: await replyAddress(ticket) })],
    [
      'to a mail of the workspace',
      async (ticket: string) => ({
        headers: [`In-Reply-To: <${await recordSent(ticket, people.owner.email)}>`],
      }),
    ],
  ])('%s opens a linked ticket, is acknowledged, and its thread goes on there', async (_name, way) => {
    const { owner } = people
    const old = await closed()
    const id = `${randomUUID()}@customer.example`
    const values = { from: owner.email, text: 'Again!', subject: 'Re: fire', id, ...(await way(old)) }
    const mail = await receive(values)
    expect(mail).toMatchObject({ state: 'accepted', reply: 'acknowledgement' })
    const made = mail.ticket_id ?? ''
    expect(await followUpsOf(old)).toEqual([made])
    expect(await ticketOf(made)).toMatchObject({ source: 'mail', origin: 'follow_up', customer_id: owner.id })
    expect(await commentsOf(made)).toMatchObject([{ content: 'Again!', source: 'mail' }])
    expect(await statusOf(old)).toBe('closed')
    const [history] = await db`select private.earlier_messages(${made}, now(), null) as messages`
    expect(history?.messages).toMatchObject([{ text: 'Again!' }])
    // Another delivery, an answer to their own mail, and another one to the old ticket.
    await deliver(rawMail(values))
    const next = await receive({ from: owner.email, headers: [`In-Reply-To: <${id}>`], text: 'More' })
    const third = await receive({ from: owner.email, to: await replyAddress(old), text: 'Even more' })
    expect([next.ticket_id, third.ticket_id]).toEqual([made, made])
    expect(third.reply).toBeNull()
    expect(await followUpsOf(old)).toEqual([made])
    expect((await commentsOf(made)).map(({ content }) => content)).toEqual(['Again!', 'More', 'Even more'])
    const { data } = await people.agent.client.rpc('ticket_continuation', { ticket_id: made })
    expect(data).toBeNull()
  })

  it('counts its files against the new ticket', async () => {
    const old = await insertTicket(people.owner)
    await Promise.all(
      [1, 2, 3, 4, 5].map(
        () => db`insert into public.attachments ${db(attachmentValues(old, people.owner))}`,
      ),
    )
    await close(old, 40)
    const boundary = 'files'
    const mail = await receive({
      from: people.owner.email,
      to: await replyAddress(old),
      headers: [`Content-Type: multipart/mixed; boundary=${boundary}`],
      text: [
        `--${boundary}`,
        'Content-Type: text/plain',
        '',
        'See file',
        `--${boundary}`,
        'Content-Type: text/plain; name=log.txt',
        'Content-Disposition: attachment; filename=log.txt',
        '',
        'It burns.',
        `--${boundary}--`,
      ].join('\r\n'),
    })
    const files = await db`select file_name, comment_id, split_part(storage_path, '/', 1) as folder
      from public.attachments where ticket_id = ${mail.ticket_id}`
    expect([...files]).toEqual([
      { file_name: 'log.txt', comment_id: mail.comment_id, folder: mail.ticket_id },
    ])
  })

  it('of a person in copy opens a ticket of their own, which the requester does not see', async () => {
    const { owner } = people
    const copied = stranger()
    const old = await closed()
    await db`insert into public.ticket_participants (ticket_id, address) values (${old}, ${copied})`
    const mail = await receive({ from: copied, to: await replyAddress(old) })
    const person = await personWith(copied)
    expect(await ticketOf(mail.ticket_id ?? '')).toMatchObject({
      customer_id: person?.id,
      origin: 'follow_up',
    })
    expect(await statusOf(old)).toBe('closed')
    expect((await seen(owner, old))?.follow_up).toEqual({ continued_in: null, opens: true })
    // The requester's own answer opens theirs; whom it names in copy answers there.
    const own = await receive({ from: owner.email, to: await replyAddress(old), headers: [`Cc: ${copied}`] })
    expect(own.ticket_id).not.toBe(mail.ticket_id)
    expect(await followUpsOf(old)).toHaveLength(2)
  })

  it('of a stranger opens no follow-up and reads no subject', async () => {
    const from = stranger()
    const old = await closed(40, { subject: 'Secret merger' })
    const mail = await receive({ from, to: await replyAddress(old), subject: 'Hello' })
    expect(await followUpsOf(old)).toEqual([])
    expect(await statusOf(old)).toBe('closed')
    expect(mail.ticket_id === null || (await ticketOf(mail.ticket_id))?.subject === 'Hello').toBe(true)
  })

  it('of staff is a reply on the closed ticket', async () => {
    const old = await closed()
    const mail = await receive({ from: people.agent.email, to: await replyAddress(old) })
    expect(mail.ticket_id).toBe(old)
    expect(await followUpsOf(old)).toEqual([])
  })
})
