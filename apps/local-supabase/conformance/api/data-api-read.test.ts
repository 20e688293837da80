import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openWorkspace } from './workspace'
import type { TestProject } from './project'

// Through an unmodified supabase-js, with the responses of hosted PostgREST.
let target: TestProject
let customer: SupabaseClient
let agent: SupabaseClient
let customerId = ''
let otherId = ''
let ids: string[] = []
beforeAll(async () => {
  ;({ target, customer, agent, customerId, otherId, ids } = await openWorkspace())
}, 90_000)
afterAll(() => target?.close())

describe('select', () => {
  it('returns the rows that the caller may see, with JSON types', async () => {
    const { data, error, status } = await customer.from('tickets').select('*').eq('id', ids[0])
    expect(error).toBeNull()
    expect(status).toBe(200)
    expect(data?.[0]).toMatchObject({
      subject: 'Printer, second floor',
      customer_id: customerId,
      tags: ['printer', 'floor-2'],
      metadata: { browser: 'Firefox' },
      version: 1,
      status: 'open',
    })
  })

  it('defect 4: returns ISO timestamps', async () => {
    const { data } = await customer.from('tickets').select('created_at').eq('id', ids[0]).single()
    expect(data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
  })

  it('defect 2: stores jsonb as an object', async () => {
    const { data } = await customer.from('tickets').select('metadata->>browser').eq('id', ids[0]).single()
    expect(data).toEqual({ browser: 'Firefox' })
  })

  it('counts exactly the rows that the caller sees, also in a head request', async () => {
    const rows = await customer.from('tickets').select('id', { count: 'exact' }).limit(1)
    expect(rows.count).toBe(4)
    expect(rows.data).toHaveLength(1)
    const head = await customer.from('tickets').select('*', { count: 'exact', head: true })
    expect([head.count, head.data, head.error]).toEqual([4, null, null])
    const all = agent.from('tickets').select('*', { count: 'exact', head: true })
    expect((await all.in('customer_id', [customerId, otherId])).count).toBe(5)
  })

  it('orders and pages', async () => {
    const pages = customer.from('tickets').select('subject').order('priority_rank', { ascending: false })
    expect((await pages.range(1, 2)).data?.map((row) => row.subject)).toEqual([
      'Printer, second floor',
      'Printer toner',
    ])
    const nulls = await customer
      .from('tickets')
      .select('id,assigned_to')
      .order('assigned_to', { nullsFirst: true })
    expect(nulls.data).toHaveLength(4)
  })

  it.each([
    ['eq', (q: Query) => q.eq('priority', 'urgent'), ['Cannot sign in']],
    ['neq', (q: Query) => q.neq('priority', 'urgent').ilike('subject', '%toner'), ['Printer toner']],
    [
      'in',
      (q: Query) => q.in('priority', ['urgent', 'low']),
      ['Cannot sign in', 'Invoice (March) is 100% wrong'],
    ],
    ['ilike', (q: Query) => q.ilike('subject', '%PRINTER%'), ['Printer toner', 'Printer, second floor']],
    [
      'is null',
      (q: Query) => q.is('assigned_to', null).eq('priority', 'low'),
      ['Invoice (March) is 100% wrong'],
    ],
    ['not is null', (q: Query) => q.not('assigned_to', 'is', null), []],
    ['contains array', (q: Query) => q.contains('tags', ['printer']), ['Printer, second floor']],
    [
      'contains json',
      (q: Query) => q.contains('metadata', { browser: 'Firefox' }),
      ['Printer, second floor'],
    ],
    ['or', (q: Query) => q.or('subject.ilike.%toner%,description.ilike.%toner%'), ['Printer toner']],
    [
      'or with and',
      (q: Query) => q.or('and(priority.eq.low,status.eq.open),priority.eq.urgent'),
      ['Cannot sign in', 'Invoice (March) is 100% wrong'],
    ],
    ['gte', (q: Query) => q.gte('priority_rank', 3), ['Cannot sign in', 'Printer, second floor']],
    ['match', (q: Query) => q.match({ status: 'open', priority: 'low' }), ['Invoice (March) is 100% wrong']],
  ])('filters by %s', async (_name, filter, expected) => {
    const { data, error } = await filter(customer.from('tickets').select('subject'))
    expect(error).toBeNull()
    expect(data).toHaveLength(expected.length)
    expect(data).toEqual(expect.arrayContaining(expected.map((subject) => ({ subject }))))
  })

  it('defect 10: matches a quoted pattern in or()', async () => {
    const { data, error } = await customer
      .from('tickets')
      .select('subject')
      .or('subject.ilike."%printer, sec%"')
    expect(error).toBeNull()
    expect(data).toEqual([{ subject: 'Printer, second floor' }])
  })

  it('embeds one to many, ordered, and many to one', async () => {
    for (const content of ['first', 'second'])
      await customer.from('comments').insert({ ticket_id: ids[0], content })
    await agent.from('comments').insert({ ticket_id: ids[0], content: 'for staff', is_internal: true })
    const query = (client: SupabaseClient) =>
      client
        .from('tickets')
        .select('id,comments(content,is_internal),attachments(*)')
        .eq('id', ids[0])
        .order('created_at', { referencedTable: 'comments', ascending: true })
        .single()
    const mine = await query(customer)
    expect(mine.error).toBeNull()
    expect(mine.data).toMatchObject({
      comments: [{ content: 'first' }, { content: 'second' }],
      attachments: [],
    })
    expect((await query(agent)).data?.comments).toHaveLength(3)
    const back = await agent
      .from('comments')
      .select('content,tickets(subject)')
      .eq('content', 'first')
      .eq('ticket_id', ids[0])
      .single()
    expect(back.data).toEqual({ content: 'first', tickets: { subject: 'Printer, second floor' } })
  })

  it('single fails unless there is exactly one row; maybeSingle returns null for none', async () => {
    const none = '00000000-0000-4000-8000-000000000000'
    const single = await customer.from('tickets').select('*').eq('id', none).single()
    expect([single.error?.code, single.status]).toEqual(['PGRST116', 406])
    const maybe = await customer.from('tickets').select('*').eq('id', none).maybeSingle()
    expect([maybe.data, maybe.error]).toEqual([null, null])
    expect((await customer.from('tickets').select('*').single()).error?.code).toBe('PGRST116')
  })

  it('exports csv', async () => {
    const { data } = await customer.from('tickets').select('subject,priority').eq('id', ids[0]).csv()
    expect(data?.trim().split(/\r?\n/)).toEqual(['subject,priority', '"Printer, second floor",high'])
  })
})

/** The filter builder. */
type Query = ReturnType<ReturnType<SupabaseClient['from']>['select']>
