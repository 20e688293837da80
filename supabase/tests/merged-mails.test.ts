/** Mails of merged tickets: answers of both requesters reach the target, and copies end with the merge. */
import { beforeEach, describe, expect, it } from 'vitest'
import { createUsers, db, expectError, insertComment, insertTicket, type TestUsers } from './support/backend'
import { numberOf, receive, recordSent, replyAddress, stranger } from './support/mail'

let people: TestUsers
let source: string
let target: string
/** The reply address and a sent mail of the source, from before the merge. */
let address: string
let sent: string

const merge = (from: string, into: string) =>
  people.agent.client.rpc('merge_tickets', { source: from, target: into })
const refusals = (recipient: string) =>
  db<{ refusal: string | null; history: { text: string }[] }[]>`
    select private.mail_refusal(o) as refusal, private.mail_contents(o, 'desk.example') -> 'history' as history
    from public.notification_outbox o where o.kind = 'copy' and o.recipient_email = ${recipient} order by o.created_at`
const reply = (content: string) =>
  people.agent.client.rpc('send_reply', { ticket_id: target, content, is_internal: false })

beforeEach(async () => {
  people = await createUsers()
  source = await insertTicket(people.owner)
  target = await insertTicket(people.otherCustomer)
  address = await replyAddress(source)
  sent = await recordSent(source, people.owner.email)
  expect((await merge(source, target)).error).toBeNull()
})

describe('a mail to a merged ticket', () => {
  it.each([
    ['its reply address', () => ({ to: address })],
    ['a mail that it was sent', () => ({ headers: [`In-Reply-To: <${sent}>`] })],
    ['the reply address of the target', async () => ({ to: await replyAddress(target) })],
  ])('of its requester reaches the target: %s', async (_way, values) => {
    const mail = await receive({ from: people.owner.email, text: 'It still smokes.', ...(await values()) })
    expect(mail).toMatchObject({ state: 'accepted', ticket_id: target })
    const [comment] =
      await db`select ticket_id, content, user_id from public.comments where id = ${mail.comment_id}`
    expect(comment).toEqual({ ticket_id: target, content: 'It still smokes.', user_id: people.owner.id })
  })

  it('by the number in its subject, and of the target’s requester, reaches the target', async () => {
    const subject = `Re: [#${await numberOf(source)}] Fire`
    expect((await receive({ from: people.owner.email, subject })).ticket_id).toBe(target)
    const own = await receive({ from: people.otherCustomer.email, to: await replyAddress(target) })
    expect(own).toMatchObject({ state: 'accepted', ticket_id: target })
  })

  it('of a stranger waits for staff', async () => {
    const mail = await receive({ from: stranger(), to: address })
    expect(mail).toMatchObject({ state: 'unmatched', ticket_id: null, suspected_ticket_id: target })
  })

  it('reopens a solved target, whichever requester writes', async () => {
    for (const from of [people.owner.email, people.otherCustomer.email]) {
      await db`update public.tickets set status = 'solved' where id = ${target}`
      await receive({ from, to: await replyAddress(target), text: `Again, ${from}` })
      expect(await db`select status from public.tickets where id = ${target}`).toEqual([{ status: 'open' }])
    }
  })

  it('reaches its own ticket again once it is not merged', async () => {
    await people.agent.client.rpc('unmerge_ticket', { source })
    expect(await receive({ from: people.owner.email, to: address })).toMatchObject({ ticket_id: source })
    const foreign = await receive({ from: people.owner.email, to: await replyAddress(target) })
    expect(foreign).toMatchObject({ state: 'unmatched', reason: 'foreign_ticket' })
  })
})

describe('a copy that a merge made', () => {
  it('quotes what was written since the merge, and is not sent after it ends', async () => {
    await db`update public.comments set content = 'before' where ticket_id = ${target}`
    await reply('First answer to both')
    await reply('Second answer to both')
    const due = await refusals(people.owner.email)
    expect(due.map(({ refusal }) => refusal)).toEqual([null, null])
    expect(due.map(({ history }) => history.map(({ text }) => text))).toEqual([[], ['First answer to both']])
    await people.agent.client.rpc('unmerge_ticket', { source })
    const ended = await refusals(people.owner.email)
    expect(ended.map(({ refusal }) => refusal)).toEqual(['recipient_not_in_copy', 'recipient_not_in_copy'])
    expect(ended.flatMap(({ history }) => history)).toEqual([])
    await merge(source, target)
    const again = await refusals(people.owner.email)
    expect(again.map(({ refusal }) => refusal)).toEqual(['recipient_not_in_copy', 'recipient_not_in_copy'])
  })

  it('ends when the source is deleted', async () => {
    const below = await insertTicket(people.owner)
    await db`update public.tickets set merged_into = ${source}, merged_at = now() where id = ${below}`
    await db`delete from public.tickets where id = ${source}`
    expect(await db`select from public.ticket_participants where ticket_id = ${target}`).toEqual([])
    expect(await db`select merged_into from public.tickets where id = ${below}`).toEqual([
      { merged_into: null },
    ])
  })

  it('stays away when staff removed it, and does not replace one that staff made', async () => {
    const { agent, owner } = people
    await agent.client.from('ticket_participants').delete().eq('ticket_id', target).eq('address', owner.email)
    const other = await insertTicket(owner)
    await merge(other, target)
    const sources = () =>
      db`select source from public.ticket_participants where ticket_id = ${target} and address = ${owner.email}`
    expect(await sources()).toEqual([])
    await agent.client.from('ticket_participants').insert({ ticket_id: target, address: owner.email })
    await agent.client.rpc('unmerge_ticket', { source })
    expect(await sources()).toEqual([{ source: 'staff' }])
  })
})

it('notifies the requester of the source in the app of what is written from the merge on, until it ends', async () => {
  const { owner, otherCustomer } = people
  await reply('An answer to both')
  const bell = async ({ client }: typeof owner) => {
    const { data } = await client.rpc('list_notifications', {})
    const { data: unread } = await client.rpc('get_unread_notifications')
    const mine = (data as { ticket_id: string; excerpt: string | null }[]).filter(
      ({ ticket_id }) => ticket_id === target,
    )
    return [mine.map(({ excerpt }) => excerpt), (unread as { count: number }).count]
  }
  expect([await bell(owner), await bell(otherCustomer)]).toEqual([
    [['An answer to both'], 1],
    [['An answer to both'], 1],
  ])
  await people.agent.client.rpc('unmerge_ticket', { source })
  expect([await bell(owner), await bell(otherCustomer)]).toEqual([
    [[], 0],
    [['An answer to both'], 1],
  ])
})

it('lets staff forward a message of a merged ticket, and no note', async () => {
  const said = await insertComment(people.owner, source)
  expect((await db`select ticket_id from public.comments where id = ${said}`)[0]?.ticket_id).toBe(target)
  await people.agent.client.rpc('unmerge_ticket', { source })
  const [own, note] = [
    await insertComment(people.owner, source),
    await insertComment(people.agent, source, true),
  ]
  await merge(source, target)
  const forward = (comment_id: string) =>
    people.agent.client.rpc('forward_message', {
      ticket_id: target,
      recipient: 'expert@example.org',
      comment_id,
    })
  expect((await forward(own)).error).toBeNull()
  expectError(await forward(note), 'message_not_public')
})
