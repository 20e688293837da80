/** Mails that share a Message-ID: each is kept, and the same mail is filed once however often it is sent again. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, type TestUsers } from './support/backend'
import {
  commentsOf,
  deliver,
  rawMail,
  receive,
  replyAddress,
  stranger,
  SUPPORT_ADDRESS,
} from './support/mail'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

const newId = () => `${randomUUID()}@customer.example`
/** Mails of one Message-ID that came a moment ago. */
const earlier = (id: string, from: string) => db`
  insert into private.mail_messages (message_id, recipient, from_address, authentication, state, content_hash)
  select ${id}, ${SUPPORT_ADDRESS}, ${from}, 'pass', 'ignored', encode(sha256(n::text::bytea), 'hex')
  from generate_series(1, 200) n`

describe('the 201st mail with a Message-ID', () => {
  it('waits for staff with its text and its original, when one sender wrote all', async () => {
    const [id, from] = [newId(), stranger()]
    await earlier(id, from)
    const { status, results } = await deliver(rawMail({ from, id, text: 'The 201st.' }))
    expect(status).toBe(200)
    expect(results).toEqual([{ recipient: SUPPORT_ADDRESS, state: 'unmatched', reason: 'sender_limit' }])
    const { data } = await people.agent.client.rpc('list_unmatched_mails')
    expect(data.find((mail: { from_address: string }) => mail.from_address === from)).toMatchObject({
      preview: 'The 201st.',
      has_original: true,
    })
  })

  it('becomes a ticket of another sender', async () => {
    const id = newId()
    await earlier(id, stranger())
    expect((await deliver(rawMail({ from: stranger(), id }))).results).toMatchObject([{ state: 'accepted' }])
  })
})

describe('a proven mail that somebody sends again', () => {
  const counts = async (from: string) => {
    const [row] = await db<{ tickets: number; comments: number; copies: number; mails: number }[]>`
      with own as (select t.id from public.tickets t join public.profiles p on p.id = t.customer_id where p.email = ${from})
      select (select count(*) from own)::int as tickets,
        (select count(*) from public.comments c where c.ticket_id in (select id from own))::int as comments,
        (select count(*) from public.ticket_participants c where c.ticket_id in (select id from own))::int as copies,
        (select count(*) from public.notification_outbox o where o.ticket_id in (select id from own))::int as mails`
    return row
  }

  it('creates no ticket, comment, copy or mail: to the same address, to others, and later', async () => {
    const other = `sales-${randomUUID().slice(0, 8)}@localhost`
    await db`insert into public.mail_addresses (address) values (${other})`
    const [id, from] = [newId(), stranger()]
    const { ticket_id } = await receive({ from, id })
    const ticket = ticket_id ?? ''
    const once = await counts(from)
    expect(once).toMatchObject({ tickets: 1, comments: 0, copies: 0 })
    const replay = rawMail({ from, id })
    // What a signature leaves out, and hosts on the way write.
    const planted = rawMail({ from, id, headers: [`Reply-To: ${stranger()}`, `Cc: ${stranger()}`] })
    await deliver(replay)
    for (const to of [other, await replyAddress(ticket)])
      for (const raw of [replay, planted]) await deliver(raw, { to: [to] })
    await deliver(planted)
    await db`update private.mail_messages set received_at = received_at - interval '60 days' where message_id = ${id}`
    for (const to of [SUPPORT_ADDRESS, other]) await deliver(replay, { to: [to] })
    expect(await counts(from)).toEqual(once)
    await db`delete from public.mail_addresses where address = ${other}`
  })

  it('creates nothing as an answer either', async () => {
    const [id, from] = [newId(), stranger()]
    const { ticket_id } = await receive({ from })
    const ticket = ticket_id ?? ''
    const to = await replyAddress(ticket)
    await receive({ from, id, to, text: 'It is out.' })
    const once = await counts(from)
    expect(once).toMatchObject({ tickets: 1, comments: 1, copies: 0 })
    const raw = rawMail({ from, id, to, text: 'It is out.' })
    for (const place of [SUPPORT_ADDRESS, to]) await deliver(raw, { to: [place] })
    expect(await counts(from)).toEqual(once)
    expect(await commentsOf(ticket)).toHaveLength(1)
  })
})
