/** Replies of staff that wait to be sent: who sees them, and what sending them does. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  attachmentValues,
  db,
  expectError,
  expectForbidden,
  expectRows,
  insertStoredFile,
  insertTicket,
} from './support/backend'
import {
  queue,
  send,
  ripen,
  sendDue,
  mails,
  events,
  setUndo,
  createWaitingReplies,
} from './support/waiting-replies'

const { people, mine, queued } = createWaitingReplies()

describe('a reply that waits', () => {
  it('changes nothing and notifies nobody', async () => {
    const { agent } = people()
    const ticket = await insertTicket(people().owner)
    const { data, error } = await queue(agent, ticket, { new_status: 'solved' })
    expect(error).toBeNull()
    expect(data).toMatchObject({
      comment: { is_internal: true, content: 'Xyzzy, try again.' },
      ticket: { status: 'open', version: 1, assigned_to: null, first_response_at: null },
    })
    const [wait] = await db`
      select extract(epoch from send_at - created_at)::int as seconds from public.comments where id = ${data.comment.id}`
    expect(wait).toEqual({ seconds: 10 })
    expect(await mails(ticket)).toEqual([])
    expect(await events(ticket)).toEqual([])
    const notified = await db`select from private.notifications where ticket_id = ${ticket}`
    expect(notified).toHaveLength(0)
  })

  it('is nowhere to be seen by the customer, and neither are its files', async () => {
    const { owner, agent } = people()
    const ticket = await mine()
    const row = async () => {
      const { data } = await owner.client.rpc('list_tickets')
      return (data as { id: string }[]).find(({ id }) => id === ticket)
    }
    const before = await row()
    const { data: cursor } = await owner.client.rpc('changes_since', {})
    const request = randomUUID()
    await agent.client.rpc('announce_files', { request_id: request, names: ['notes.txt', 'second.txt'] })
    const reply = await queued(ticket, { request_id: request })
    const file = await insertStoredFile(ticket, agent)
    expect((await agent.client.from('attachments').insert({ ...file, comment_id: reply })).error).toBeNull()

    const comments = () => owner.client.from('comments')
    expectRows(await comments().select('*').eq('ticket_id', ticket), 0)
    expectRows(await comments().select('*').eq('id', reply), 0)
    expectRows(await comments().select('*').not('send_at', 'is', null), 0)
    expect((await comments().select('*', { count: 'exact', head: true }).eq('ticket_id', ticket)).count).toBe(
      0,
    )
    const embedded = await owner.client.from('tickets').select('comments(*), attachments(*)').eq('id', ticket)
    expect(embedded.data).toEqual([{ comments: [], attachments: [] }])
    const { data: detail } = await owner.client.rpc('get_ticket_detail', { ticket_id: ticket })
    expect(detail).toMatchObject({ comments: [], attachments: [], missing_files: [], staff: null })
    expectRows(await owner.client.rpc('search_tickets', { query: 'xyzzy' }), 0)
    expectRows(
      await owner.client.from('ticket_events').select('*').eq('ticket_id', ticket).neq('kind', 'created'),
      0,
    )
    expectRows(await owner.client.from('attachments').select('*').eq('ticket_id', ticket), 0)
    const download = await owner.client.storage.from('ticket-attachments').download(file.storage_path)
    expect(download.error).not.toBeNull()
    const news = await owner.client.rpc('changes_since', { cursor: (cursor as { cursor: string }).cursor })
    expect(JSON.stringify(news.data)).not.toContain(ticket)
    expect(await row()).toEqual(before)
  })

  it('is shown to all staff, with when it goes and what goes with it', async () => {
    const { otherAgent } = people()
    const ticket = await mine()
    const reply = await queued(ticket, { new_status: 'pending', add_tags: ['vpn'] })
    const { data } = await otherAgent.client.rpc('get_ticket_detail', { ticket_id: ticket })
    expect(data.comments).toMatchObject([{ id: reply, is_internal: true }])
    expect(data.staff).toMatchObject({
      undo_send_seconds: 10,
      waiting_replies: [
        { comment_id: reply, is_scheduled: false, held_for: null, new_status: 'pending', add_tags: ['vpn'] },
      ],
    })
    expect(data.comments[0].send_at).toBe(data.staff.waiting_replies[0].send_at)
  })

  it('mentions nobody, not even after an edit', async () => {
    const { agent, otherAgent } = people()
    const ticket = await mine()
    const reply = await queued(ticket, { content: '@Rick Rival will help you.' })
    const edit = await agent.client
      .from('comments')
      .update({ content: '@Rick Rival helps.' })
      .eq('id', reply)
      .select()
    expectRows(edit, 1)
    const found = await db`select from private.comment_mentions where person_id = ${otherAgent.id}`
    expect(found).toHaveLength(0)
    expect(await events(ticket)).toEqual([])
  })

  it('counts for a colleague who answers meanwhile', async () => {
    const { otherAgent, agent, admin } = people()
    const ticket = await mine()
    const [clock] = await db<{ at: string }[]>`select clock_timestamp()::text as at`
    await queued(ticket)
    const seen = { seen_at: clock?.at, seen_version: 1 }
    const other = await otherAgent.client.rpc('send_reply', { ticket_id: ticket, content: 'Me too', ...seen })
    expectError(other, 'ticket_changed')
    expectError(await queue(admin, ticket, seen), 'ticket_changed')
    expect((await queue(agent, ticket, seen)).error).toBeNull()
  })
})

describe('queue_reply', () => {
  it('rejects everybody but staff', async () => {
    const { owner, visitor } = people()
    const ticket = await mine()
    expectError(await queue(owner, ticket), 'agent_required')
    expect((await queue({ client: visitor }, ticket)).error).not.toBeNull()
    const direct = { ticket_id: ticket, user_id: people().agent.id, content: 'x', is_internal: true }
    expectForbidden(
      await people()
        .agent.client.from('comments')
        .insert({ ...direct, send_at: '2099-01-01T00:00:00Z' }),
    )
    const reply = await queued(ticket)
    for (const change of [{ send_at: '2020-01-01T00:00:00Z' }, { is_internal: false }])
      expectForbidden(await people().agent.client.from('comments').update(change).eq('id', reply))
  })

  it('rejects a change of the ticket that its author may not make, and wrong values', async () => {
    const { otherAgent, agent } = people()
    const ticket = await mine()
    expectError(await queue(otherAgent, ticket, { new_status: 'solved' }), 'ticket_forbidden')
    expect((await queue(otherAgent, ticket)).error).toBeNull()
    expect((await queue(agent, ticket, { new_status: 'nonsense' })).error?.code).toBe('23514')
    expectError(await queue(agent, ticket, { add_tags: [''] }), 'tag_invalid')
    expect((await queue(agent, ticket, { content: '  ' })).error?.code).toBe('23514')
    expectError(await queue(agent, randomUUID()), 'ticket_not_found')
  })

  it('stores a repeated request once, and finds it after it was sent', async () => {
    const { agent } = people()
    const ticket = await mine()
    const request_id = randomUUID()
    const reply = await queued(ticket, { request_id })
    expect(await queued(ticket, { request_id })).toBe(reply)
    await send(agent, reply)
    const again = await queue(agent, ticket, { request_id })
    expect(again.data).toMatchObject({ comment: { id: reply, is_internal: false } })
  })

  it('sends at once in a workspace without the wait', async () => {
    await setUndo(0)
    const ticket = await mine()
    const { data } = await queue(people().agent, ticket, { new_status: 'solved' })
    expect(data).toMatchObject({
      comment: { is_internal: false, send_at: null },
      ticket: { status: 'solved' },
    })
    expect(await mails(ticket)).toEqual([
      { kind: 'reply', recipient_id: people().owner.id, new_status: 'solved' },
    ])
  })
})

describe('sending', () => {
  const everything = async (ticket: string) => {
    const { data } = await people().owner.client.rpc('get_ticket_detail', { ticket_id: ticket })
    const { comments, events: history, ticket: row } = data as Record<string, never>
    return { comments, history, row }
  }

  it.each(['its author', 'the job'])('does by %s what a reply that is sent at once does', async (by) => {
    const { agent } = people()
    const more = { new_status: 'pending', new_priority: 'low', add_tags: ['vpn'] }
    const [plain, waited] = [await insertTicket(people().owner), await insertTicket(people().owner)]
    await agent.client.rpc('send_reply', { ticket_id: plain, content: 'Xyzzy, try again.', ...more })
    const reply = await queued(waited, more)
    if (by === 'the job') {
      await ripen(reply)
      await sendDue()
    } else
      expect((await send(agent, reply)).data).toMatchObject({ ticket: { status: 'pending', tags: ['vpn'] } })
    const compare = async (ticket: string) => {
      const [row] = await db`
        select status, priority, assigned_to, version, last_message_by, last_message_preview, waiting_since,
          first_response_at = last_message_at as is_first
        from public.tickets where id = ${ticket}`
      const notified = await db`select person_id, kind from private.notifications where ticket_id = ${ticket}`
      const history = await db`
        select kind, actor_id, from_value, to_value, is_internal from public.ticket_events where ticket_id = ${ticket}
        order by kind, to_value`
      return { row, notified: [...notified], history: [...history], mails: await mails(ticket) }
    }
    expect(await compare(waited)).toEqual(await compare(plain))
    expect((await everything(waited)).comments).toMatchObject([
      { id: reply, send_at: null, is_internal: false },
    ])
    const [times] = await db`
      select c.created_at = t.last_message_at and c.created_at = c.updated_at as is_now
      from public.comments c join public.tickets t on t.id = c.ticket_id where c.id = ${reply}`
    expect(times).toEqual({ is_now: true })
    const { data: found } = await people().owner.client.rpc('search_tickets', { query: 'xyzzy' })
    expect((found as { id: string }[]).map(({ id }) => id)).toContain(waited)
  })

  it('is for its author alone, and happens once', async () => {
    const { agent, otherAgent, admin, owner, visitor } = people()
    const ticket = await mine()
    const reply = await queued(ticket)
    for (const other of [otherAgent, admin]) expectError(await send(other, reply), 'reply_gone')
    expectError(await send(owner, reply), 'agent_required')
    expect((await send({ client: visitor }, reply)).error).not.toBeNull()
    expect((await agent.client.rpc('send_due_replies')).error).not.toBeNull()
    for (let time = 0; time < 2; time += 1)
      expect((await send(agent, reply)).data).toMatchObject({ comment: { id: reply, send_at: null } })
    expect(await mails(ticket)).toHaveLength(1)
    expect(await events(ticket)).toEqual(['comment_added'])
  })

  it('leaves out changes that its author may no longer make', async () => {
    const { otherAgent } = people()
    const ticket = await mine()
    const reply = await queued(ticket, { new_status: 'solved' })
    await db`update public.tickets set assigned_to = ${otherAgent.id} where id = ${ticket}`
    expect((await send(people().agent, reply)).data).toMatchObject({ ticket: { status: 'open' } })
  })

  it('lets its mail wait for files that are still uploaded', async () => {
    const { agent } = people()
    const ticket = await mine()
    const request_id = randomUUID()
    await agent.client.rpc('announce_files', { request_id, names: ['notes.txt'] })
    const reply = await queued(ticket, { request_id })
    await send(agent, reply)
    const waits = () => db`select files from public.notification_outbox where ticket_id = ${ticket}`
    expect([...(await waits())]).toEqual([{ files: 1 }])
    await db`insert into public.attachments ${db({ ...attachmentValues(ticket, agent), comment_id: reply })}`
    expect([...(await waits())]).toEqual([{ files: 0 }])
  })
})
