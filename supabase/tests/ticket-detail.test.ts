import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  insertAttachment,
  createUsers,
  type TestUsers,
  insertComment,
  db,
  expectForbidden,
  expectError,
  type TestUser,
  insertTicket,
} from './support/backend'

interface Detail {
  events: { kind: string; from_value: string | null; to_value: string | null }[] | null
  last_read_at: string | null
  staff: { events: { kind: string; to_value: string }[]; other_tickets: { id: string }[] }
}

describe('get_ticket_detail', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))

  const detail = async ({ client }: TestUser, ticket_id: string): Promise<Detail | null> => {
    const { data, error } = await client.rpc('get_ticket_detail', { ticket_id })
    expect(error).toBeNull()
    return data
  }

  /** A solved ticket with a reply and a note; they and the ticket have a file each. */
  async function busyTicket() {
    const { owner, agent } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id, status: 'solved' })
    const reply = await insertComment(owner, ticket)
    const note = await insertComment(agent, ticket, true)
    const files = {
      own: await insertAttachment(owner, ticket),
      reply: await insertAttachment(owner, ticket, reply),
      note: await insertAttachment(agent, ticket, note),
    }
    await db`insert into public.ticket_ratings (ticket_id, customer_id, score, comment) values (${ticket}, ${owner.id}, 4, 'Quick')`
    return { ticket, reply, note, files }
  }

  it('returns the public parts to the customer in one call', async () => {
    const { owner, agent } = people
    const { ticket, reply, files } = await busyTicket()
    const { data: rows } = await owner.client.rpc('list_tickets', {})
    const row = (rows as { id: string }[]).find(({ id }) => id === ticket)
    expect(await detail(owner, ticket)).toEqual({
      ticket: {
        ...row,
        description: 'Smoke comes out of the left side.',
        metadata: null,
        source: 'portal',
        close_reason: null,
        tags: null,
      },
      comments: [expect.objectContaining({ id: reply, content: 'a reply', author_name: 'Olive Owner' })],
      attachments: [
        expect.objectContaining({ id: files.own.id, comment_id: null }),
        expect.objectContaining({ id: files.reply.id, comment_id: reply }),
      ],
      missing_files: [],
      merged_from: null,
      merged: [],
      follow_up: null,
      rating: expect.objectContaining({ score: 4, comment: 'Quick' }),
      assignee: { id: agent.id, name: 'Ada Agent', email: null },
      customer: { id: owner.id, name: 'Olive Owner', email: owner.email },
      loaded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+00:00$/),
      limits: {
        max_files: 5,
        max_file_bytes: 5242880,
        file_types: ['png', 'jpg', 'jpeg', 'gif', 'pdf', 'doc', 'docx', 'txt'],
      },
      events: [],
      last_read_at: expect.any(String),
      staff: null,
    })
  })

  it('shows customers no trace of a note', async () => {
    const { owner, agent } = people
    const { ticket, note, files } = await busyTicket()
    const text = JSON.stringify(await detail(owner, ticket))
    for (const secret of [
      note,
      files.note.id,
      files.note.storage_path,
      'secret note',
      'note_added',
      agent.email,
    ])
      expect(text).not.toContain(secret)
  })

  it('shows customers the public history, newest first', async () => {
    const { owner, agent, otherAgent, admin } = people
    const ticket = await insertTicket(owner)
    const change = async ({ client }: TestUser, values: object) =>
      expect((await client.from('tickets').update(values).eq('id', ticket)).error).toBeNull()
    await change(agent, { priority: 'high', tags: ['vip'] })
    expect((await otherAgent.client.rpc('claim_ticket', { ticket_id: ticket })).error).toBeNull()
    const taken = { ticket_id: ticket, reason: 'He is a difficult customer' }
    expect((await agent.client.rpc('take_over_ticket', taken)).error).toBeNull()
    await insertComment(agent, ticket, true)
    await change(admin, { status: 'solved' })
    await change(owner, { status: 'open' })

    const seen = await detail(owner, ticket)
    const [ada, stranger] = [
      { actor_id: agent.id, actor_name: 'Ada Agent' },
      { actor_id: null, actor_name: null },
    ]
    const value = (from_value: string | null, to_value: string | null) => ({
      from_value,
      to_value,
      to_name: null,
    })
    expect(seen?.events).toEqual(
      [
        { kind: 'status', actor_id: owner.id, actor_name: 'Olive Owner', ...value('solved', 'open') },
        { kind: 'status', ...stranger, ...value('in_progress', 'solved') },
        { kind: 'assigned_to', ...ada, from_value: null, to_value: agent.id, to_name: 'Ada Agent' },
        { kind: 'status', ...stranger, ...value('open', 'in_progress') },
        { kind: 'assigned_to', ...stranger, ...value(null, null) },
        { kind: 'priority', ...ada, ...value('normal', 'high') },
      ].map((event) => expect.objectContaining({ ...event, is_internal: false })),
    )
    // Rick and Amy never wrote to the customer.
    const secrets = [
      otherAgent.id,
      'Rick',
      admin.id,
      'Amy',
      'difficult',
      'vip',
      'note',
      agent.email,
      'taken_over',
    ]
    for (const secret of secrets) expect(JSON.stringify(seen)).not.toContain(secret)
    expect(await detail(agent, ticket)).toMatchObject({ events: null, last_read_at: null })
  })

  it('hides from customers that a ticket went back to the queue', async () => {
    const { owner, agent } = people
    const ticket = await insertTicket(owner)
    await agent.client.rpc('claim_ticket', { ticket_id: ticket })
    await agent.client.from('tickets').update({ assigned_to: null }).eq('id', ticket)
    const kinds = (await detail(owner, ticket))?.events?.map(({ kind, to_value }) => `${kind} ${to_value}`)
    expect(kinds).toEqual(['status in_progress', 'assigned_to null'])
  })

  it('tells customers until when they have read a ticket', async () => {
    const { owner, agent } = people
    const ticket = await insertTicket(owner)
    await insertComment(agent, ticket)
    const before = await detail(owner, ticket)
    const read = { ticket_id: ticket, read_until: new Date().toISOString() }
    expect((await owner.client.rpc('mark_ticket_read', read)).error).toBeNull()
    const after = await detail(owner, ticket)
    expect(Date.parse(after?.last_read_at ?? '')).toBe(Date.parse(read.read_until))
    expect(Date.parse(before?.last_read_at ?? '')).toBeLessThan(Date.parse(read.read_until))
  })

  it('adds notes, their files and the history for staff', async () => {
    const { agent, otherAgent, admin, owner } = people
    const { ticket, note, reply, files } = await busyTicket()
    await agent.client.from('tickets').update({ assigned_to: otherAgent.id }).eq('id', ticket)
    for (const who of [agent, otherAgent, admin]) {
      expect(await detail(who, ticket)).toMatchObject({
        comments: [{ id: reply }, { id: note, is_internal: true }],
        attachments: [{ id: files.own.id }, { id: files.reply.id }, { id: files.note.id }],
        assignee: { id: otherAgent.id, name: 'Rick Rival', email: otherAgent.email },
        customer: { id: owner.id, email: owner.email },
        staff: { drafts: { comment: null, note: null } },
      })
    }
    const events = (await detail(agent, ticket))?.staff.events ?? []
    expect(events[0]).toEqual({
      id: expect.any(String),
      kind: 'assigned_to',
      actor_id: agent.id,
      actor_name: 'Ada Agent',
      from_value: agent.id,
      to_value: otherAgent.id,
      from_name: 'Ada Agent',
      to_name: 'Rick Rival',
      is_internal: false,
      undone: false,
      created_at: expect.any(String),
    })
    expect(events.map(({ kind }) => kind).sort()).toEqual(
      [
        'assigned_to',
        ...Array<string>(3).fill('attachment_added'),
        'comment_added',
        'created',
        'note_added',
        'rated',
      ].sort(),
    )
  })

  it('lists the newest 5 other tickets of the customer to staff', async () => {
    const { agent } = people
    const { owner, otherCustomer } = await createUsers()
    const tickets: string[] = []
    for (let n = 0; n < 7; n++) tickets.push(await insertTicket(owner))
    await insertTicket(otherCustomer)
    const [first = '', ...others] = tickets
    const found = (await detail(agent, first))?.staff.other_tickets ?? []
    expect(found.map(({ id }) => id)).toEqual(others.slice(1).reverse())
    expect(Object.keys(found[0] ?? {}).sort()).toEqual(
      ['created_at', 'id', 'number', 'priority', 'status', 'subject', 'updated_at'].sort(),
    )
  })

  it('returns the newest 100 events', async () => {
    const { agent, owner } = people
    const ticket = await insertTicket(owner)
    await db`insert into public.ticket_events (ticket_id, kind, from_value, to_value, created_at)
      select ${ticket}, 'priority', n::text, (n + 1)::text, now() + n * interval '1 second' from generate_series(1, 120) n`
    const events = (await detail(agent, ticket))?.staff.events ?? []
    expect(events.map(({ to_value }) => Number(to_value))).toEqual(
      Array.from({ length: 100 }, (_, n) => 121 - n),
    )
  })

  it('returns empty lists and nulls for an empty ticket', async () => {
    const { agent, admin } = people
    const ticket = await insertTicket(agent)
    await db`update public.tickets set customer_id = null where id = ${ticket}`
    expect(await detail(admin, ticket)).toMatchObject({
      comments: [],
      attachments: [],
      rating: null,
      assignee: null,
      customer: null,
      staff: { other_tickets: [] },
    })
  })

  it('answers for a foreign and a missing ticket alike', async () => {
    const { owner, otherCustomer, agent } = people
    const { ticket } = await busyTicket()
    expect(await detail(otherCustomer, ticket)).toBeNull()
    expect(await detail(owner, randomUUID())).toBeNull()
    expect(await detail(agent, randomUUID())).toBeNull()
  })

  it('rejects visitors and deactivated users', async () => {
    const { visitor } = people
    const { owner, agent } = await createUsers()
    const ticket = await insertTicket(owner)
    expectForbidden(await visitor.rpc('get_ticket_detail', { ticket_id: ticket }))
    await db`update public.profiles set deactivated_at = now() where id in ${db([owner.id, agent.id])}`
    for (const who of [owner, agent])
      expectError(await who.client.rpc('get_ticket_detail', { ticket_id: ticket }), 'not_authenticated')
  })
})
