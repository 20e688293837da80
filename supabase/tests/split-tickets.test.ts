/** Messages that become a ticket of their own: what moves, who reads it, and the way back. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createUser, db, expectError, insertTicket, type TestUser } from './support/backend'
import { createSplits } from './support/split-tickets'

const { splitOff, undo, say, detail, rowsOf, twoMatters, people } = createSplits()

describe('chosen messages', () => {
  it('become a ticket of their author with their files, in their order and with their times', async () => {
    const { owner, ticket, stays, first, answer, last, files, chosen } = await twoMatters()
    await db`update public.tickets set tags = ${['vip']} where id = ${ticket}`
    const [before] = await db`select created_at from public.comments where id = ${first}`
    const made = await splitOff(ticket, chosen, people().agent, '  Second matter ')
    expect(made.subject).toBe('Second matter')
    const shown = await detail(owner, made.id)
    expect(shown?.ticket).toMatchObject({
      description: 'Short',
      subject: 'Second matter',
      customer_id: owner.id,
      assigned_to: people().agent.id,
      status: 'in_progress',
      priority: 'high',
    })
    expect(shown?.comments.map(({ id }) => id)).toEqual([answer, last])
    const [times] = await db`select created_at, waiting_since, last_message_preview, first_response_at,
      (select created_at from public.comments where id = ${answer}) as answered_at,
      (select created_at from public.comments where id = ${last}) as asked_at
      from public.tickets where id = ${made.id}`
    expect(times?.created_at).toEqual(before?.created_at)
    expect(times?.first_response_at).toEqual(times?.answered_at)
    expect(times?.waiting_since).toEqual(times?.asked_at)
    expect(times?.last_message_preview).toBe('More of the second matter')
    expect(shown?.attachments.map(({ id, comment_id }) => [id, comment_id])).toEqual([
      [files.first.id, null],
      [files.last.id, last],
    ])
    const rest = await detail(owner, ticket)
    expect(rest?.comments.map(({ id }) => id)).toEqual([stays])
    expect(rest?.attachments.map(({ id }) => id)).toEqual([files.stays.id])
    const [left] =
      await db`select first_response_at, last_message_preview from public.tickets where id = ${ticket}`
    expect(left).toEqual({ first_response_at: null, last_message_preview: 'About the printer' })
    const [tags] = await db`select tags from public.ticket_tags where ticket_id = ${made.id}`
    expect(tags?.tags).toEqual(['vip'])
  })

  it('are in the history of both for staff, linked, and say nothing to the customer', async () => {
    const { owner, ticket, chosen } = await twoMatters()
    const made = await splitOff(ticket, chosen)
    const events = await db`select ticket_id, kind, to_value, is_internal from public.ticket_events
      where kind = 'linked' and ticket_id in (${ticket}, ${made.id})`
    const [source] = await db<{ number: string }[]>`select number from public.tickets where id = ${ticket}`
    expect(events).toHaveLength(2)
    expect(events).toContainEqual(
      expect.objectContaining({
        ticket_id: ticket,
        to_value: `split_into #${made.number}`,
        is_internal: true,
      }),
    )
    expect(events).toContainEqual(
      expect.objectContaining({ ticket_id: made.id, to_value: `split_from #${source?.number}` }),
    )
    const deleted =
      await db`select kind from public.ticket_events where ticket_id = ${ticket} and kind = 'comment_deleted'`
    expect(deleted).toEqual([])
    for (const each of [ticket, made.id])
      expect(JSON.stringify(await detail(owner, each))).not.toContain('split_')
  })

  it('are found on the new ticket alone', async () => {
    const owner = await createUser('customer', 'Fay Found')
    const ticket = await insertTicket(owner)
    const word = `quokka${randomUUID().slice(0, 6)}`
    const message = await say(owner, ticket, `Where is my ${word}?`)
    const made = await splitOff(ticket, [message])
    const { data } = await people().agent.client.rpc('search_tickets', { query: word })
    expect((data as { id: string }[]).map(({ id }) => id)).toEqual([made.id])
  })

  it('leave a merged ticket by the one that shows it, and unmerging does not move them', async () => {
    const owner = await createUser('customer', 'Mel Merged')
    const [source, target] = [await insertTicket(owner), await insertTicket(owner)]
    const [message, other] = [
      await say(owner, source, 'In the source'),
      await say(owner, source, 'Stays there'),
    ]
    await people().admin.client.rpc('merge_tickets', { source, target })
    const made = await splitOff(target, [message])
    expect((await people().admin.client.rpc('unmerge_ticket', { source })).error).toBeNull()
    expect((await detail(owner, source))?.comments.map(({ id }) => id)).toEqual([other])
    expect((await detail(owner, made.id))?.ticket.description).toBe('In the source')
  })

  it('reach pages of colleagues and of the customer', async () => {
    const { owner, ticket, chosen } = await twoMatters()
    const cursors = await Promise.all(
      [owner, people().otherAgent].map(async ({ client }) => {
        const { data } = await client.rpc('changes_since')
        return (data as { cursor: string }).cursor
      }),
    )
    const made = await splitOff(ticket, chosen)
    for (const [n, reader] of [owner, people().otherAgent].entries()) {
      const { data } = await reader.client.rpc('changes_since', { since: cursors[n] })
      const ids = (data as { tickets: { id: string }[] }).tickets.map(({ id }) => id)
      expect(ids).toEqual(expect.arrayContaining([ticket, made.id]))
    }
  })
})

describe('undo', () => {
  it('gives everything back as it was, and the new ticket is gone', async () => {
    const { ticket, chosen } = await twoMatters()
    const before = await rowsOf(ticket)
    const made = await splitOff(ticket, chosen)
    const { error } = await undo(made.id)
    expect(error).toBeNull()
    expect(await rowsOf(ticket)).toEqual(before)
    expect(await detail(people().agent, made.id)).toBeNull()
    expectError(await undo(made.id), 'undo_not_found')
  })

  it.each([
    ['somebody wrote', async (id: string, owner: TestUser) => void (await say(owner, id, 'Hello?'))],
    [
      'it was changed',
      async (id: string) =>
        void (await people().agent.client.from('tickets').update({ priority: 'low' }).eq('id', id)),
    ],
    [
      'somebody writes a reply',
      async (id: string) =>
        void (await people().agent.client.rpc('save_draft', {
          ticket_id: id,
          kind: 'comment',
          content: 'Dear',
        })),
    ],
    ['a note was added', async (id: string) => void (await say(people().agent, id, 'Hm', true))],
  ])('is refused once %s', async (_name, happen) => {
    const { owner, ticket, chosen } = await twoMatters()
    const made = await splitOff(ticket, chosen)
    // Events of one moment cannot be told apart.
    await new Promise((resolve) => setTimeout(resolve, 5))
    await happen(made.id, owner)
    expectError(await undo(made.id), 'split_changed')
    expect(await detail(owner, made.id)).not.toBeNull()
  })

  it('is refused after one of its messages was split again, or its ticket was deleted', async () => {
    const { ticket, chosen, last } = await twoMatters()
    const made = await splitOff(ticket, chosen)
    await splitOff(made.id, [last])
    expectError(await undo(made.id), 'split_changed')
    const other = await twoMatters()
    const second = await splitOff(other.ticket, other.chosen)
    await people().admin.client.from('tickets').delete().eq('id', other.ticket)
    const { error } = await undo(second.id)
    expect(error).not.toBeNull()
    expect((await detail(people().agent, second.id))?.comments).toHaveLength(3)
  })
})
