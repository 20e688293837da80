/** Replies that wait on a ticket that is merged: who gets them, where they are sent, and what an unmerge gives back. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { db, expectError, expectRows, insertStoredFile, insertTicket } from './support/backend'
import {
  createWaitingReplies,
  mails,
  queue,
  ripen,
  send,
  sendDue,
  stored,
  takeBack,
} from './support/waiting-replies'
import { whenBlocked } from './support/when-blocked'

const { people, mine, queued } = createWaitingReplies()

const later = () => ({ send_at: new Date(Date.now() + 3_600_000).toISOString() })
const merge = async (source: string, target: string) =>
  expect((await people().agent.client.rpc('merge_tickets', { source, target })).error).toBeNull()
const unmerge = async (source: string) =>
  expect((await people().agent.client.rpc('unmerge_ticket', { source })).error).toBeNull()
const placeOf = async (reply: string) =>
  (await db<{ ticket_id: string }[]>`select ticket_id from public.comments where id = ${reply}`)[0]?.ticket_id
const sendShownOn = (reply: string, shown_on: string) =>
  people().agent.client.rpc('send_waiting_reply', { comment_id: reply, shown_on })
const copied = (ticket: string, address: string) => db`
  insert into public.ticket_participants (ticket_id, address, source) values (${ticket}, ${address}, 'mail')`
const waitsOn = async (ticket: string) => {
  const { data } = await people().otherAgent.client.rpc('get_ticket_detail', { ticket_id: ticket })
  return data.staff.waiting_replies as { comment_id: string; held_for: string | null }[]
}
/** A ticket of the agent that is older than what {@link due} makes old. */
const oldOne = (more: object = {}) =>
  mine({ created_at: new Date(Date.now() - 600_000).toISOString(), ...more })
/** As if it had been scheduled a minute ago. */
const due = (reply: string) => db`
  update public.comments set created_at = created_at - interval '1 minute', send_at = now() where id = ${reply}`

describe('a reply on a ticket that is merged into one of the same requester', () => {
  it('is sent on that one, once, by mail to the same people', async () => {
    const [source, target] = [await mine(), await mine()]
    const reply = await queued(source)
    await merge(source, target)
    expect(await waitsOn(target)).toMatchObject([{ comment_id: reply, held_for: null }])
    await ripen(reply)
    await Promise.all([sendDue(), sendDue(), send(people().agent, reply)])
    expect(await stored(reply)).toEqual({ is_internal: false, send_at: null, held_for: null })
    expect(await placeOf(reply)).toBe(target)
    expect(await mails(source)).toEqual([])
    expect((await mails(target)).filter(({ kind }) => kind === 'reply')).toEqual([
      { kind: 'reply', recipient_id: people().owner.id, new_status: null },
    ])
    const { data } = await people().owner.client.rpc('get_ticket_detail', { ticket_id: target })
    expect(data.comments).toMatchObject([{ id: reply, content: 'Xyzzy, try again.' }])
    // Like everything that is written after a merge, it stays there.
    await unmerge(source)
    expect(await placeOf(reply)).toBe(target)
  })

  it('is sent there now by the page that knows nothing of the merge, and returned to a second call', async () => {
    const [source, target] = [await mine(), await mine()]
    const reply = await queued(source)
    await merge(source, target)
    const first = await send(people().agent, reply)
    expect(first.error).toBeNull()
    expect(first.data).toMatchObject({ comment: { id: reply, ticket_id: target }, ticket: { id: target } })
    const [{ created_at: sentAt } = {}] = await db`select created_at from public.comments where id = ${reply}`
    expect((await send(people().agent, reply)).error).toBeNull()
    const [{ created_at: still } = {}] = await db`select created_at from public.comments where id = ${reply}`
    expect(still).toEqual(sentAt)
  })

  it('is where it was written after an unmerge, and is sent there at its time', async () => {
    const [source, target] = [await oldOne(), await oldOne()]
    const reply = await queued(source, { new_status: 'pending', ...later() })
    await merge(source, target)
    await unmerge(source)
    expect(await waitsOn(target)).toEqual([])
    expect(await waitsOn(source)).toMatchObject([
      { comment_id: reply, held_for: null, new_status: 'pending' },
    ])
    await due(reply)
    await sendDue()
    expect(await placeOf(reply)).toBe(source)
    const [ticket] = await db`select status from public.tickets where id = ${source}`
    expect(ticket).toEqual({ status: 'pending' })
  })

  it('leaves the status of that one as it is', async () => {
    const [source, target] = [await mine({ status: 'in_progress' }), await mine({ status: 'in_progress' })]
    const reply = await queued(source, { new_status: 'solved', add_tags: ['vpn'] })
    await merge(source, target)
    await ripen(reply)
    await sendDue()
    expect(await placeOf(reply)).toBe(target)
    const [ticket] = await db`
      select status, (select tags from public.ticket_tags g where g.ticket_id = t.id) as tags
      from public.tickets t where id = ${target}`
    expect(ticket).toEqual({ status: 'in_progress', tags: null })
  })

  it('takes its files along, and waits for those that are still uploaded', async () => {
    const { agent, owner } = people()
    const [source, target] = [await mine(), await mine()]
    const request = randomUUID()
    await agent.client.rpc('announce_files', { request_id: request, names: ['notes.txt'] })
    const reply = await queued(source, { request_id: request })
    await merge(source, target)
    await ripen(reply)
    await sendDue()
    expect(await stored(reply)).toMatchObject({ is_internal: true, held_for: null })
    expectError(await send(agent, reply), 'reply_uploading')
    const file = await insertStoredFile(source, agent)
    const uploaded = await agent.client.from('attachments').insert({ ...file, comment_id: reply })
    expect(uploaded.error).toBeNull()
    await db`update private.announced_files set is_missing = false where comment_id = ${reply}`
    await sendDue()
    expect(await placeOf(reply)).toBe(target)
    const [moved] =
      await db`select ticket_id, comment_id from public.attachments where storage_path = ${file.storage_path}`
    expect(moved).toEqual({ ticket_id: target, comment_id: reply })
    expectRows(await owner.client.from('attachments').select('id').eq('storage_path', file.storage_path), 1)
  })

  it('asks again, when scheduled, once anybody wrote on either, or when that one is solved', async () => {
    const { owner, otherAgent } = people()
    const reasonAfter = async (happens: (source: string, target: string) => PromiseLike<unknown>) => {
      const [source, target] = [await oldOne(), await oldOne()]
      const reply = await queued(source, later())
      await due(reply)
      await happens(source, target)
      await merge(source, target)
      await sendDue()
      return (await stored(reply))?.held_for
    }
    const write = (by: typeof owner, ticket: string) =>
      by.client.from('comments').insert({ ticket_id: ticket, content: 'It works again' })
    expect(await reasonAfter((_, target) => write(owner, target))).toBe('customer_wrote')
    expect(await reasonAfter((source) => write(owner, source))).toBe('customer_wrote')
    expect(await reasonAfter((_, target) => write(otherAgent, target))).toBe('colleague_wrote')
    expect(
      await reasonAfter((_, target) => db`update public.tickets set status = 'solved' where id = ${target}`),
    ).toBe('ticket_done')
  })

  it('asks again, when scheduled, if that one was opened since: its description is a message', async () => {
    const source = await oldOne()
    const reply = await queued(source, later())
    await due(reply)
    await merge(source, await mine())
    await sendDue()
    expect(await stored(reply)).toMatchObject({ is_internal: true, held_for: 'customer_wrote' })
  })

  it('lets one of sending and unmerging go first', async () => {
    const [source, target] = [await mine(), await mine()]
    const reply = await queued(source)
    await merge(source, target)
    const { call } = await db.begin(async (tx) => {
      await tx`select set_config('request.jwt.claim.sub', ${people().agent.id}, true)`
      await tx`select public.unmerge_ticket(${source})`
      const call = send(people().agent, reply)
      expect(await whenBlocked(tx, call)).toBe(true)
      return { call }
    })
    expect((await call).error).toBeNull()
    expect(await placeOf(reply)).toBe(source)
  })
})

describe('a reply on a ticket that is merged into one with other readers', () => {
  const merged = async (more: object = {}) => {
    const { otherCustomer, agent } = people()
    const [source, target] = [await mine(), await insertTicket(otherCustomer, { assigned_to: agent.id })]
    const reply = await queued(source, more)
    await merge(source, target)
    return { source, target, reply }
  }

  it('is held, tells staff at once on that one, and notifies its author there at its time', async () => {
    const { target, reply } = await merged()
    expect(await waitsOn(target)).toMatchObject([{ comment_id: reply, held_for: 'ticket_merged' }])
    expectError(await send(people().agent, reply), 'reply_readers')
    await ripen(reply)
    await sendDue()
    expect(await stored(reply)).toMatchObject({ is_internal: true, held_for: 'ticket_merged' })
    const told =
      await db`select ticket_id from private.notifications where comment_id = ${reply} and kind = 'reply_held'`
    expect([...told]).toEqual([{ ticket_id: target }])
    expect((await mails(target)).filter(({ kind }) => kind !== 'reply_held')).toEqual([])
  })

  it('is sent there by its author who sees it there, and by nobody else', async () => {
    const { source, target, reply } = await merged(later())
    expectError(await sendShownOn(reply, source), 'reply_readers')
    const { otherAgent, otherCustomer, owner } = people()
    const foreign = { comment_id: reply, shown_on: target }
    expectError(await otherAgent.client.rpc('send_waiting_reply', foreign), 'reply_gone')
    expectError(await owner.client.rpc('send_waiting_reply', foreign), 'agent_required')
    expect((await sendShownOn(reply, target)).error).toBeNull()
    expect(await placeOf(reply)).toBe(target)
    const sent = await db`
      select kind, recipient_email from public.notification_outbox
      where ticket_id = ${target} and kind in ('reply', 'copy') order by kind`
    expect([...sent]).toEqual([
      { kind: 'copy', recipient_email: owner.email },
      { kind: 'reply', recipient_email: otherCustomer.email },
    ])
  })

  it('is where it was written after an unmerge, goes at its time, and is asked again when that passed', async () => {
    const { source, reply } = await merged()
    await unmerge(source)
    await ripen(reply)
    await sendDue()
    expect(await placeOf(reply)).toBe(source)
    expect(await stored(reply)).toMatchObject({ is_internal: false })
    const missed = await merged()
    await ripen(missed.reply)
    await sendDue()
    await unmerge(missed.source)
    await sendDue()
    expect(await waitsOn(missed.source)).toMatchObject([
      { comment_id: missed.reply, held_for: 'ticket_merged' },
    ])
    expect((await send(people().agent, missed.reply)).error).toBeNull()
    expect(await placeOf(missed.reply)).toBe(missed.source)
  })

  it('is held for people in copy of either', async () => {
    for (const of of ['source', 'target'] as const) {
      const tickets = { source: await mine(), target: await mine() }
      const reply = await queued(tickets.source)
      await copied(tickets[of], `${randomUUID()}@example.com`)
      await merge(tickets.source, tickets.target)
      expect(await waitsOn(tickets.target)).toMatchObject([{ held_for: 'ticket_merged' }])
      await ripen(reply)
      await sendDue()
      expect(await stored(reply)).toMatchObject({ held_for: 'ticket_merged' })
    }
  })

  it('is taken back there, and what is written to the merged ticket then is on the other', async () => {
    const { source, target, reply } = await merged()
    expectRows(await takeBack(people().agent, reply), 1)
    expect(await placeOf(await queued(source))).toBe(target)
  })
})

it('does not let a page send a reply that somebody merged a reader into', async () => {
  const target = await mine()
  const reply = await queued(target)
  await merge(await insertTicket(people().otherCustomer, { assigned_to: people().agent.id }), target)
  expectError(await send(people().agent, reply), 'reply_readers')
  expect((await sendShownOn(reply, target)).error).toBeNull()
  expect(await placeOf(reply)).toBe(target)
})

it('sends a reply on the last of several merges', async () => {
  const [first, second, third] = [await mine(), await mine(), await mine()]
  const reply = await queued(first)
  await merge(first, second)
  await merge(second, third)
  await ripen(reply)
  await sendDue()
  expect(await placeOf(reply)).toBe(third)
})

it('is found by the words of a reply that moved, on the ticket that shows it', async () => {
  const word = `zork${randomUUID().slice(0, 8)}`
  const [source, target] = [await mine(), await mine()]
  const { data } = await queue(people().agent, source, { content: `Say ${word}` })
  await merge(source, target)
  await ripen((data as { comment: { id: string } }).comment.id)
  await sendDue()
  const found = await people().owner.client.rpc('search_tickets', { query: word })
  expect((found.data as { id: string }[]).map(({ id }) => id)).toEqual([target])
  await unmerge(source)
  const after = await people().owner.client.rpc('search_tickets', { query: word })
  expect((after.data as { id: string }[]).map(({ id }) => id)).toEqual([target])
})
