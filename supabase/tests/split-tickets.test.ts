/** Messages that become a ticket of their own: what moves, who may, who reads it, and the way back. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUser,
  createUsers,
  db,
  expectError,
  insertAttachment,
  insertComment,
  insertTicket,
  type TestUser,
  type TestUsers,
} from './support/backend'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

type Split = { id: string; number: number; subject: string }
const split = (ticket_id: string, comment_ids: string[], who: TestUser = people.agent, subject = 'Another') =>
  who.client.rpc('split_ticket', { ticket_id, comment_ids, subject })
async function splitOff(...args: Parameters<typeof split>) {
  const { data, error } = await split(...args)
  expect(error).toBeNull()
  return data as Split
}
const undo = (ticket_id: string, who: TestUser = people.agent) => who.client.rpc('undo_split', { ticket_id })
const say = async (author: TestUser, ticket: string, content: string, internal = false) => {
  const { data, error } = await author.client
    .from('comments')
    .insert({ ticket_id: ticket, content, is_internal: internal })
    .select('id')
    .single()
  expect(error).toBeNull()
  return (data as { id: string }).id
}
const detail = async (reader: TestUser, ticket_id: string) => {
  const { data, error } = await reader.client.rpc('get_ticket_detail', { ticket_id })
  expect(error).toBeNull()
  return data as {
    ticket: Record<string, unknown>
    comments: { id: string; content: string }[]
    attachments: { id: string; comment_id: string | null; storage_path: string }[]
    events: { kind: string; to_value: string }[]
  } | null
}
/** Every row that belongs to a ticket, to compare before and after. */
const rowsOf = (ticket: string) => db`
  select to_jsonb(t) - 'version' - 'updated_at' as ticket,
    (select jsonb_agg(to_jsonb(c) order by c.id) from public.comments c where c.ticket_id = t.id) as comments,
    (select jsonb_agg(to_jsonb(a) order by a.id) from public.attachments a where a.ticket_id = t.id) as files,
    (select jsonb_agg(to_jsonb(r) order by r.path) from private.recorded_paths r where r.ticket_id = t.id) as paths,
    (select jsonb_agg(to_jsonb(d) order by d.is_internal) from private.search_documents d where d.ticket_id = t.id) as words
  from public.tickets t where t.id = ${ticket}`

/** A ticket with a second matter in it: two messages of the customer, an answer, a note, and files of both. */
async function twoMatters() {
  const owner = await createUser('customer', 'Tina Two')
  const ticket = await insertTicket(owner, {
    assigned_to: people.agent.id,
    status: 'in_progress',
    priority: 'high',
  })
  const [stays, first, answer, note, last] = [
    await say(owner, ticket, 'About the printer'),
    await say(owner, ticket, 'Short'),
    await say(people.agent, ticket, 'An answer to the second matter'),
    await say(people.agent, ticket, 'A note about it', true),
    await say(owner, ticket, 'More of the second matter'),
  ]
  const files = {
    stays: await insertAttachment(owner, ticket, stays),
    first: await insertAttachment(owner, ticket, first),
    note: await insertAttachment(people.agent, ticket, note),
    last: await insertAttachment(owner, ticket, last),
  }
  return { owner, ticket, stays, first, answer, note, last, files, chosen: [last, first, note, answer] }
}

describe('chosen messages', () => {
  it('become a ticket of their author with their files, in their order and with their times', async () => {
    const { owner, ticket, stays, first, answer, last, files, chosen } = await twoMatters()
    await db`update public.tickets set tags = ${['vip']} where id = ${ticket}`
    const [before] = await db`select created_at from public.comments where id = ${first}`
    const made = await splitOff(ticket, chosen, people.agent, '  Second matter ')
    expect(made.subject).toBe('Second matter')
    const shown = await detail(owner, made.id)
    expect(shown?.ticket).toMatchObject({
      description: 'Short',
      subject: 'Second matter',
      customer_id: owner.id,
      assigned_to: people.agent.id,
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
    const { data } = await people.agent.client.rpc('search_tickets', { query: word })
    expect((data as { id: string }[]).map(({ id }) => id)).toEqual([made.id])
  })

  it('leave a merged ticket by the one that shows it, and unmerging does not move them', async () => {
    const owner = await createUser('customer', 'Mel Merged')
    const [source, target] = [await insertTicket(owner), await insertTicket(owner)]
    const [message, other] = [
      await say(owner, source, 'In the source'),
      await say(owner, source, 'Stays there'),
    ]
    await people.admin.client.rpc('merge_tickets', { source, target })
    const made = await splitOff(target, [message])
    expect((await people.admin.client.rpc('unmerge_ticket', { source })).error).toBeNull()
    expect((await detail(owner, source))?.comments.map(({ id }) => id)).toEqual([other])
    expect((await detail(owner, made.id))?.ticket.description).toBe('In the source')
  })

  it('reach pages of colleagues and of the customer', async () => {
    const { owner, ticket, chosen } = await twoMatters()
    const cursors = await Promise.all(
      [owner, people.otherAgent].map(async ({ client }) => {
        const { data } = await client.rpc('changes_since')
        return (data as { cursor: string }).cursor
      }),
    )
    const made = await splitOff(ticket, chosen)
    for (const [n, reader] of [owner, people.otherAgent].entries()) {
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
    expect(await detail(people.agent, made.id)).toBeNull()
    expectError(await undo(made.id), 'undo_not_found')
  })

  it.each([
    ['somebody wrote', async (id: string, owner: TestUser) => void (await say(owner, id, 'Hello?'))],
    [
      'it was changed',
      async (id: string) =>
        void (await people.agent.client.from('tickets').update({ priority: 'low' }).eq('id', id)),
    ],
    [
      'somebody writes a reply',
      async (id: string) =>
        void (await people.agent.client.rpc('save_draft', {
          ticket_id: id,
          kind: 'comment',
          content: 'Dear',
        })),
    ],
    ['a note was added', async (id: string) => void (await say(people.agent, id, 'Hm', true))],
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
    await people.admin.client.from('tickets').delete().eq('id', other.ticket)
    const { error } = await undo(second.id)
    expect(error).not.toBeNull()
    expect((await detail(people.agent, second.id))?.comments).toHaveLength(3)
  })
})

describe('a split', () => {
  it.each(['owner', 'otherCustomer', 'visitor'] as const)('is refused to %s', async (who) => {
    const { ticket, first, chosen } = await twoMatters()
    const client = who === 'visitor' ? people.visitor : people[who].client
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
    expectError(await split(ticket, [first], people.otherAgent), 'ticket_forbidden')
    const made = await splitOff(ticket, chosen, people.admin)
    expectError(await undo(made.id, people.otherAgent), 'ticket_forbidden')
  })

  it('begins with a public message of a customer', async () => {
    const { ticket, answer, note, last } = await twoMatters()
    for (const chosen of [[answer], [note], [note, last]])
      expectError(await split(ticket, chosen), 'split_first')
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
      expectError(await split(ticket, [first], people.agent, subject), 'split_subject')
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
    const { data } = await people.agent.client.rpc('queue_reply', {
      ticket_id: ticket,
      content: 'Later',
      send_at: new Date(Date.now() + 86_400_000).toISOString(),
    })
    const waiting = (data as { comment: { id: string } }).comment.id
    expectError(await split(ticket, [first, waiting]), 'split_gone')
  })

  it('by two at once makes one ticket', async () => {
    const { ticket, chosen } = await twoMatters()
    const both = await Promise.all([split(ticket, chosen), split(ticket, chosen, people.admin)])
    const refused = both.filter(({ error }) => error)
    expect(refused).toHaveLength(1)
    expectError(refused[0] ?? { data: null, error: null }, 'split_gone')
  })

  it('at once with an edit, a deletion and a merge loses nothing', async () => {
    for (let n = 0; n < 5; n++) {
      const { owner, ticket, first, last, chosen } = await twoMatters()
      const other = await insertTicket(owner)
      await Promise.all([
        split(ticket, chosen, people.admin),
        owner.client.from('comments').update({ content: 'Edited' }).eq('id', last),
        people.admin.client.rpc('merge_tickets', { source: ticket, target: other }),
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
  await people.admin.client.from('tickets').delete().eq('id', ticket)
  expect((await detail(owner, made.id))?.attachments).toHaveLength(2)
  await insertComment(owner, made.id)
})
