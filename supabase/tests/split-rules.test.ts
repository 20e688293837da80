/** Which messages can be split off, by whom, and what happens at once with a split. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createUser, db, expectError, insertComment, insertTicket } from './support/backend'
import { createSplits } from './support/split-tickets'

const { split, splitOff, undo, say, detail, rowsOf, twoMatters, people } = createSplits()

describe('a split', () => {
  it.each(['owner', 'otherCustomer', 'visitor'] as const)('is refused to %s', async (who) => {
    const { ticket, first, chosen } = await twoMatters()
    const client = who === 'visitor' ? people().visitor : people()[who].client
    const made = await splitOff(ticket, chosen)
    for (const answer of [
      await client.rpc('split_ticket', { ticket_id: ticket, comment_ids: [first], subject: 'Mine' }),
      await client.rpc('split_choices', { ticket_id: ticket, first_id: first }),
      await client.rpc('undo_split', { ticket_id: made.id }),
    ])
      expect(answer.error).not.toBeNull()
  })

  it('needs the right to change the ticket', async () => {
    const { ticket, first, chosen } = await twoMatters()
    expectError(await split(ticket, [first], people().otherAgent), 'ticket_forbidden')
    const made = await splitOff(ticket, chosen, people().admin)
    expectError(await undo(made.id, people().otherAgent), 'ticket_forbidden')
  })

  it('begins with a public message', async () => {
    const { ticket, note, last } = await twoMatters()
    for (const chosen of [[note], [note, last]]) expectError(await split(ticket, chosen), 'split_first')
  })

  it('of a message of staff is a ticket of the requester, who reads it, and can be undone', async () => {
    const { agent } = people()
    const owner = await createUser('customer', 'Sam Staffed')
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    const [first, second] = [await say(agent, ticket, 'About the lamp'), await say(agent, ticket, 'And more')]
    const before = await rowsOf(ticket)
    const { data } = await agent.client.rpc('split_choices', { ticket_id: ticket, first_id: first })
    expect(data).toEqual({
      requester: { id: owner.id, name: 'Sam Staffed', email: owner.email },
      messages: [second],
    })
    const made = await splitOff(ticket, [first, second])
    const shown = await detail(owner, made.id)
    expect(shown?.ticket).toMatchObject({
      description: 'About the lamp',
      customer_id: owner.id,
      created_by: agent.id,
    })
    expect(shown?.comments).toMatchObject([{ id: second }])
    expect((await undo(made.id)).error).toBeNull()
    expect(await rowsOf(ticket)).toEqual(before)
  })

  it('of a message of staff takes no message along that the requester could not read', async () => {
    const { agent, otherCustomer } = people()
    const owner = await createUser('customer', 'Sid Separate')
    const [target, source] = [await insertTicket(owner), await insertTicket(otherCustomer)]
    const theirs = await say(otherCustomer, source, 'Between us')
    expect((await agent.client.rpc('merge_tickets', { source, target })).error).toBeNull()
    const ours = await say(agent, target, 'To both')
    await db`update public.comments set created_at = created_at - interval '1 hour' where id = ${ours}`
    expectError(await split(target, [ours, theirs]), 'split_unread')
    const made = await splitOff(target, [ours])
    expect((await detail(owner, made.id))?.ticket).toMatchObject({ customer_id: owner.id })
    expect(await detail(otherCustomer, made.id)).toBeNull()
  })

  it('takes messages of this ticket alone, 1 to 100 of them, and needs a subject', async () => {
    const { ticket, first } = await twoMatters()
    const other = await twoMatters()
    for (const chosen of [[other.first], [first, other.first], [randomUUID()]])
      expectError(await split(ticket, chosen), 'split_gone')
    expectError(await split(ticket, []), 'split_count')
    expectError(
      await split(
        ticket,
        Array.from({ length: 101 }, () => randomUUID()),
      ),
      'split_count',
    )
    for (const subject of [' ', 'x'.repeat(256)])
      expectError(await split(ticket, [first], people().agent, subject), 'split_subject')
    expectError(await split(randomUUID(), [first]), 'ticket_not_found')
  })

  it('waits for files that are still uploaded', async () => {
    const { owner, ticket } = await twoMatters()
    const request_id = randomUUID()
    await owner.client.rpc('announce_files', { request_id, names: ['a.txt'] })
    const { data } = await owner.client
      .from('comments')
      .insert({ ticket_id: ticket, content: 'With a file', request_id })
      .select('id')
      .single()
    expectError(await split(ticket, [(data as { id: string }).id]), 'split_uploading')
  })

  it('leaves a reply that is not sent yet', async () => {
    const { ticket, first } = await twoMatters()
    const { data } = await people().agent.client.rpc('queue_reply', {
      ticket_id: ticket,
      content: 'Later',
      send_at: new Date(Date.now() + 86_400_000).toISOString(),
    })
    const waiting = (data as { comment: { id: string } }).comment.id
    expectError(await split(ticket, [first, waiting]), 'split_gone')
  })

  it('by two at once makes one ticket', async () => {
    const { ticket, chosen } = await twoMatters()
    const both = await Promise.all([split(ticket, chosen), split(ticket, chosen, people().admin)])
    const refused = both.filter(({ error }) => error)
    expect(refused).toHaveLength(1)
    expectError(refused[0] ?? { data: null, error: null }, 'split_gone')
  })

  it('at once with an edit, a deletion and a merge loses nothing', async () => {
    for (let n = 0; n < 5; n++) {
      const { owner, ticket, first, last, chosen } = await twoMatters()
      const other = await insertTicket(owner)
      await Promise.all([
        split(ticket, chosen, people().admin),
        owner.client.from('comments').update({ content: 'Edited' }).eq('id', last),
        people().admin.client.rpc('merge_tickets', { source: ticket, target: other }),
        owner.client.from('comments').delete().eq('id', first),
      ])
      const [kept] = await db<{ n: number }[]>`select count(*)::int as n from public.comments c
        join public.tickets t on t.id = c.ticket_id where t.customer_id = ${owner.id}`
      const [texts] = await db<{ n: number }[]>`select count(*)::int as n from public.tickets
        where customer_id = ${owner.id} and description = 'Short'`
      // Five messages; the first was deleted or has become a description.
      expect([kept?.n, texts?.n]).toEqual([4, expect.any(Number)])
      expect(texts?.n).toBeLessThanOrEqual(1)
    }
  })
})

it('is 1 file limit for both tickets: a moved file still takes no other bytes', async () => {
  const { owner, ticket, files, chosen } = await twoMatters()
  const made = await splitOff(ticket, chosen)
  const [moved] = await db`select ticket_id, moved_from from public.attachments where id = ${files.first.id}`
  expect(moved).toEqual({ ticket_id: made.id, moved_from: ticket })
  const [path] =
    await db`select ticket_id from private.recorded_paths where path = ${files.first.storage_path}`
  expect(path).toEqual({ ticket_id: made.id })
  await people().admin.client.from('tickets').delete().eq('id', ticket)
  expect((await detail(owner, made.id))?.attachments).toHaveLength(2)
  await insertComment(owner, made.id)
})
