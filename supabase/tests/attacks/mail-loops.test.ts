/** Programs that answer each other through a ticket: every mail is filed, and few go out. */
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, insertTicket, type TestUsers } from '../support/backend'
import { commentsOf, receive, replyAddress, stranger } from '../support/mail'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

/** A ticket with somebody whom staff put in copy: the requester's mails go there, and theirs to the requester. */
async function exchange() {
  const ticket = await insertTicket(people.owner, { assigned_to: people.agent.id })
  const guest = stranger()
  const { error } = await people.agent.client
    .from('ticket_participants')
    .insert({ ticket_id: ticket, address: guest })
  expect(error).toBeNull()
  const to = await replyAddress(ticket)
  const write = (from: string, text: string, verdict: 'pass' | 'none' = 'none') =>
    receive({ from, to, text, verdict })
  return { ticket, guest, write }
}
const mailsTo = async (ticket: string, address: string) => {
  const rows = await db`select 1 from public.notification_outbox
    where ticket_id = ${ticket} and recipient_email = ${address} and kind in ('reply', 'copy')`
  return rows.length
}
const kept = async (ticket: string) => [
  ...(await db<{ from_value: string; to_value: string; is_internal: boolean }[]>`
    select from_value, to_value, is_internal from public.ticket_events
    where ticket_id = ${ticket} and kind = 'not_sent_on' order by created_at`),
]

describe('a mail that says what its sender has said', () => {
  it('is filed and reaches staff, and nobody else', async () => {
    const { ticket, guest, write } = await exchange()
    for (const day of [3, 4, 5]) {
      await write(people.owner.email, `I am away until December ${day}. Case ${day * 1000}.`)
      await write(guest, `Your message was received at 10:1${day}:00 and waits.`)
    }
    expect(await commentsOf(ticket)).toHaveLength(6)
    expect(await mailsTo(ticket, guest)).toBe(1)
    expect(await mailsTo(ticket, people.owner.email)).toBe(1)
    // Once an hour, however often it happens.
    expect(await kept(ticket)).toMatchObject([{ from_value: 'repeated', is_internal: true }])
    const toStaff = await db`select 1 from public.notification_outbox
      where ticket_id = ${ticket} and kind = 'comment' and recipient_id = ${people.agent.id}`
    expect(toStaff).toHaveLength(6)
  })

  it('says the same only when its words do', async () => {
    const { ticket, guest, write } = await exchange()
    for (const text of ['4711', '4712', 'Yes.', 'No.', 'Yes. The left one.'])
      await write(people.owner.email, text)
    expect(await mailsTo(ticket, guest)).toBe(5)
    await write(people.owner.email, 'Yes.')
    expect(await mailsTo(ticket, guest)).toBe(5)
  })

  it('goes out once more when staff wrote it', async () => {
    const { ticket, write } = await exchange()
    for (let turn = 0; turn < 4; turn += 1)
      await write(people.agent.email, 'I am out of the office until Monday.', 'pass')
    expect(await commentsOf(ticket)).toHaveLength(4)
    expect(await mailsTo(ticket, people.owner.email)).toBe(2)
  })

  it('makes no event on a ticket where nobody else would get it', async () => {
    const ticket = await insertTicket(people.owner)
    const to = await replyAddress(ticket)
    for (let turn = 0; turn < 2; turn += 1) await receive({ from: people.owner.email, to, text: 'Hello?' })
    expect(await kept(ticket)).toEqual([])
  })
})

describe('many mails within an hour', () => {
  it('are filed, ten go out, and a message of staff in the portal begins anew', async () => {
    const { ticket, guest, write } = await exchange()
    const words = 'abcdefghijklmnop'.split('')
    for (const word of words.slice(0, 12)) await write(people.owner.email, `Word ${word.repeat(20)}`)
    expect(await commentsOf(ticket)).toHaveLength(12)
    expect(await mailsTo(ticket, guest)).toBe(10)
    expect(await kept(ticket)).toMatchObject([{ from_value: 'many' }])
    const { error } = await people.agent.client.rpc('send_reply', {
      ticket_id: ticket,
      content: 'Please stop.',
    })
    expect(error).toBeNull()
    await write(people.owner.email, 'I do.')
    // The reply of staff, and the mail after it.
    expect(await mailsTo(ticket, guest)).toBe(12)
  })

  it('do not hold back those of the real sender when they are forged', async () => {
    const { ticket, guest, write } = await exchange()
    for (let n = 0; n < 11; n += 1) await write(people.owner.email, `Forged ${String.fromCharCode(97 + n)}`)
    expect(await mailsTo(ticket, guest)).toBe(10)
    await write(people.owner.email, 'It is me.', 'pass')
    expect(await mailsTo(ticket, guest)).toBe(11)
  })

  it('of somebody in copy leave the others theirs', async () => {
    const { ticket, guest, write } = await exchange()
    for (let n = 0; n < 11; n += 1)
      await write(guest, `Noise ${String.fromCharCode(97 + n).repeat(20)}`, 'pass')
    expect(await mailsTo(ticket, people.owner.email)).toBe(10)
    await write(people.owner.email, 'Here I am.', 'pass')
    expect(await mailsTo(ticket, guest)).toBe(1)
  })

  it('of two authors who prove nothing are counted together', async () => {
    const { ticket, guest, write } = await exchange()
    for (let n = 0; n < 10; n += 1) await write(guest, `Noise ${String.fromCharCode(97 + n).repeat(20)}`)
    await write(people.owner.email, 'Here I am.')
    expect(await mailsTo(ticket, guest)).toBe(0)
    expect(await kept(ticket)).toMatchObject([{ from_value: 'many' }])
  })

  it('count on their own ticket alone', async () => {
    const { ticket, guest, write } = await exchange()
    const busy = await exchange()
    for (let n = 0; n < 11; n += 1) await busy.write(people.owner.email, String.fromCharCode(97 + n))
    await write(people.owner.email, 'Hello')
    expect(await mailsTo(ticket, guest)).toBe(1)
  })
})
