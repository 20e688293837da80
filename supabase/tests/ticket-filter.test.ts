import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, expectError, insertTicket, type TestUsers } from './support/backend'

describe('the filter of tickets', () => {
  let people: TestUsers
  let mine: string
  beforeAll(async () => {
    people = await createUsers()
    mine = await insertTicket(people.owner, { assigned_to: people.agent.id, subject: 'Filtered' })
  })

  it.each([
    ['an unknown field', { customer: 'x' }, 'customer'],
    ['an unknown status', { status: ['open', 'done'] }, 'status'],
    ['a status that is no list', { status: 'open' }, 'status'],
    ['no status', { status: [] }, 'status'],
    ['an unknown priority', { priority: ['top'] }, 'priority'],
    ['a broken assignee', { assignee: 'you' }, 'assignee'],
    ['a word for a boolean', { unassigned: 'yes' }, 'unassigned'],
    ['a word for unread', { unread: 'yes' }, 'unread'],
    ['a broken requester', { requester: 'me' }, 'requester'],
    ['an empty tag', { tag: ' ' }, 'tag'],
    ['a long tag', { tag: 'x'.repeat(101) }, 'tag'],
    ['a number for a text', { text: 5 }, 'text'],
    ['a time by name', { created_from: 'yesterday' }, 'created_from'],
    ['null', { created_until: null }, 'created_until'],
    ['too much', { tag: 'x'.repeat(4001) }, 'filter'],
    ['an array', [], 'filter'],
    ['a text', '"open"', 'filter'],
  ])('is refused with %s, at the field', async (_, filter, field) => {
    for (const name of ['list_tickets', 'search_tickets', 'list_ticket_ids']) {
      const { error } = await people.agent.client.rpc(name, { filter })
      expect(error, name).toMatchObject({ details: 'filter_invalid', hint: field })
    }
    const view = { owner_id: people.agent.id, name: 'v', filter }
    expect((await people.agent.client.from('saved_views').insert(view)).error?.code).toBe('23514')
  })

  it('has words and times in a search, and not in a list', async () => {
    const filter = { text: 'Filtered', created_from: '2026-01-01T00:00:00Z' }
    const { data } = await people.agent.client.rpc('search_tickets', { filter, max_rows: 1 }).throwOnError()
    expect(data).toMatchObject([{ ticket: { subject: 'Filtered' }, found_in: null }])
    for (const [field, value] of Object.entries(filter)) {
      const { error } = await people.agent.client.rpc('list_tickets', { filter: { [field]: value } })
      expect(error).toMatchObject({ details: 'filter_invalid', hint: field })
    }
  })

  it('reads me as the caller, and is a text in a GET request', async () => {
    const own = async ({ client }: TestUsers['agent']) => {
      const args = { filter: JSON.stringify({ assignee: 'me' }), max_rows: 100 }
      const { data } = await client.rpc('list_tickets', args, { get: true }).throwOnError()
      return (data as { id: string }[]).map(({ id }) => id)
    }
    expect(await own(people.agent)).toEqual([mine])
    expect(await own(people.otherAgent)).toEqual([])
  })

  it('refuses a cursor that is no row', async () => {
    for (const after of [[], 'x', { tags: 'x'.repeat(8000) }])
      expectError(await people.agent.client.rpc('list_tickets', { after }), 'cursor_invalid')
    const { error } = await people.agent.client.rpc('list_tickets', { after: { id: 'x' } })
    expect(error?.code).toBe('22P02')
  })

  it('becomes conditions without what every ticket meets', async () => {
    const conditions = async (filter: object) =>
      (
        await db`select private.filter_condition(private.read_ticket_filter(${db.json({ ...filter })})) as sql`
      )[0]?.sql
    expect(await conditions({})).toBe('')
    expect(await conditions({ status: ['active', 'solved', 'closed'], unassigned: false })).toBe('')
    expect(await conditions({ status: ['active'], priority: ['high', 'low'], unassigned: true })).toBe(
      " and t.status = any ('{on_hold,pending,in_progress,open}') and t.priority_rank = any ('{0,3}') and t.assigned_to is null",
    )
    expect(await conditions({ tag: `it's` })).toContain(`k.tag = 'it''s'`)
  })
})
