import {
  clientAs,
  anonClient,
  createUser,
  serviceClient,
  sql,
  startStack,
  type Stack,
} from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

// Every call goes through an unmodified supabase-js; what is expected is what hosted PostgREST answers.
let stack: Stack
let customer: SupabaseClient
let other: SupabaseClient
let agent: SupabaseClient
let agent2: SupabaseClient
let customerId = ''
const ids: string[] = []

const ticket = (subject: string, more: Record<string, unknown> = {}) => ({
  subject,
  description: 'It stopped working this morning.',
  ...more,
})

beforeAll(async () => {
  stack = await startStack()
  customerId = (await createUser(stack, { email: 'customer@example.com' })).id
  await createUser(stack, { email: 'other@example.com' })
  await createUser(stack, { email: 'agent@example.com', role: 'agent', name: 'Ada Agent' })
  await createUser(stack, { email: 'agent2@example.com', role: 'agent', name: 'Ben Agent' })
  customer = await clientAs(stack, 'customer@example.com')
  other = await clientAs(stack, 'other@example.com')
  agent = await clientAs(stack, 'agent@example.com')
  agent2 = await clientAs(stack, 'agent2@example.com')
  const rows = [
    ticket('Printer, second floor', {
      priority: 'high',
      tags: ['printer', 'floor-2'],
      metadata: { browser: 'Firefox' },
    }),
    ticket('Cannot sign in', { priority: 'urgent' }),
    ticket('Invoice (March) is 100% wrong', { priority: 'low' }),
    ticket('Printer toner', { priority: 'normal' }),
  ]
  for (const row of rows) {
    const { data, error } = await customer.from('tickets').insert(row).select('id').single()
    if (error) throw error
    ids.push(data.id)
  }
  await other.from('tickets').insert(ticket('Somebody else’s matter'))
}, 90_000)
afterAll(() => stack?.stop())

describe('select', () => {
  it('returns rows the caller may see, with types as JSON has them', async () => {
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

  it('defect: timestamps came as "2026-11-21 02:41:39+00"', async () => {
    const { data } = await customer.from('tickets').select('created_at').eq('id', ids[0]).single()
    expect(data?.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?\+00:00$/)
  })

  it('defect: jsonb was stored double-encoded', async () => {
    const db = sql(stack)
    const [row] = await db`select jsonb_typeof(metadata) as kind from tickets where id = ${ids[0] ?? ''}`
    await db.end()
    expect(row?.kind).toBe('object')
    const { data } = await customer.from('tickets').select('metadata->>browser').eq('id', ids[0]).single()
    expect(data).toEqual({ browser: 'Firefox' })
  })

  it('counts exactly, with a head request too, and only what the caller sees', async () => {
    const rows = await customer.from('tickets').select('id', { count: 'exact' }).limit(1)
    expect(rows.count).toBe(4)
    expect(rows.data).toHaveLength(1)
    const head = await customer.from('tickets').select('*', { count: 'exact', head: true })
    expect([head.count, head.data, head.error]).toEqual([4, null, null])
    expect((await agent.from('tickets').select('*', { count: 'exact', head: true })).count).toBe(5)
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

  // Not mended here: the portal searches through search_tickets. Turns red, to be dropped, when the library does.
  it.fails('defect: a quoted or() never matches', async () => {
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
      .single()
    expect(back.data).toEqual({ content: 'first', tickets: { subject: 'Printer, second floor' } })
  })

  it('single and maybeSingle say when there is not exactly one', async () => {
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

describe('write', () => {
  it('inserts, updates and deletes, returning rows when asked', async () => {
    const comment = await customer
      .from('comments')
      .insert({ ticket_id: ids[1], content: 'one' })
      .select()
      .single()
    expect([comment.status, comment.data?.content]).toEqual([201, 'one'])
    const silent = await customer.from('comments').insert({ ticket_id: ids[1], content: 'silent' })
    expect([silent.status, silent.data]).toEqual([201, null])
    const changed = await customer
      .from('comments')
      .update({ content: 'two' })
      .eq('id', comment.data?.id)
      .select('content')
    expect(changed.data).toEqual([{ content: 'two' }])
    const gone = await customer.from('comments').delete().eq('id', comment.data?.id).select('id')
    expect(gone.data).toEqual([{ id: comment.data?.id }])
    const nothing = await customer.from('comments').delete().eq('id', comment.data?.id)
    expect([nothing.status, nothing.error]).toEqual([204, null])
  })

  it('inserts many at once, all or none', async () => {
    const rows = [ticket('Bulk one'), ticket('Bulk two', { priority: 'nonsense' })]
    expect((await other.from('tickets').insert(rows)).error?.code).toBe('23514')
    const { count } = await other.from('tickets').select('*', { count: 'exact', head: true })
    expect(count).toBe(1)
  })

  it('upserts as the service role', async () => {
    const service = serviceClient(stack)
    const row = {
      id: ids[3],
      subject: 'Printer toner',
      description: 'Changed by an upsert.',
      created_by: customerId,
    }
    const { data, error } = await service.from('tickets').upsert(row).select('description').single()
    expect(error).toBeNull()
    expect(data?.description).toBe('Changed by an upsert.')
  })
})

describe('functions', () => {
  it('calls rpc with arguments, lists and single rows', async () => {
    const found = await customer.rpc('search_tickets', { query: 'printer' })
    expect(found.error).toBeNull()
    expect(found.data).toHaveLength(2)
    const invite = await anonClient(stack).rpc('verify_invite', {
      token: '00000000-0000-4000-8000-000000000000',
    })
    expect(invite.error).toBeNull()
    expect(invite.data).toEqual([expect.objectContaining({ is_valid: false })])
    const stats = await agent.rpc('get_agent_performance_stats').single()
    expect(stats.error).toBeNull()
    expect(stats.data).toBeTypeOf('object')
  })

  it.fails('defect: rpc with head answers 400', async () => {
    const { error } = await customer.rpc('search_tickets', { query: 'printer' }, { head: true })
    expect(error).toBeNull()
  })

  it('a lost race is HTTP 409 with the text of the function', async () => {
    expect((await agent.rpc('claim_ticket', { ticket_id: ids[0] })).error).toBeNull()
    const lost = await agent2.rpc('claim_ticket', { ticket_id: ids[0] })
    expect([lost.status, lost.error?.message]).toEqual([409, 'Ticket is already assigned to Ada Agent'])
    const again = await agent.rpc('claim_ticket', { ticket_id: ids[0] })
    expect([again.status, again.error?.message]).toEqual([409, 'Ticket is already assigned to you'])
  })

  it('an unknown function is PGRST202', async () => {
    const { error, status } = await customer.rpc('no_such_function')
    expect([error?.code, status]).toEqual(['PGRST202', 404])
  })
})

describe('refusals', () => {
  it('defect: unknown SQLSTATEs became HTTP 500', async () => {
    const check = await customer.from('tickets').insert(ticket('x'.repeat(256)))
    expect([check.error?.code, check.status]).toEqual(['23514', 400])
    const raised = await other.rpc('claim_ticket', { ticket_id: ids[1] })
    expect([raised.error?.code, raised.status]).toEqual(['P0001', 400])
    expect(raised.error).toMatchObject({
      message: 'Must be logged in as an agent to assign tickets',
      details: 'agent_required',
    })
  })

  it('a unique violation is 23505 and 409', async () => {
    const path = `${ids[1]}/1-a.txt`
    const row = {
      ticket_id: ids[1],
      file_name: 'a.txt',
      file_type: 'text/plain',
      file_size: 1,
      storage_path: path,
    }
    await customer.storage
      .from('ticket-attachments')
      .upload(path, Buffer.from('x'), { contentType: 'text/plain' })
    expect((await customer.from('attachments').insert(row)).error).toBeNull()
    const { error, status } = await customer.from('attachments').insert(row)
    expect([error?.code, status]).toEqual(['23505', 409])
  })

  it('row level security is 42501 and 403, for anon 401', async () => {
    const foreign = await other.from('comments').insert({ ticket_id: ids[0], content: 'let me in' })
    expect([foreign.error?.code, foreign.status]).toEqual(['42501', 403])
    const nobody = await anonClient(stack).from('tickets').select('*')
    expect([nobody.error?.code, nobody.status]).toEqual(['42501', 401])
  })

  it('defect: the first request granted everything and undid column privileges', async () => {
    const forged = await customer
      .from('tickets')
      .insert(ticket('Backdated', { created_at: '2020-01-01T00:00:00Z' }))
    expect([forged.error?.code, forged.status]).toEqual(['42501', 403])
    const version = await customer.from('tickets').update({ version: 9 }).eq('id', ids[0])
    expect(version.error?.code).toBe('42501')
  })

  it('unknown tables, columns and malformed values have PostgREST’s codes', async () => {
    expect((await customer.from('no_such_table').select('*')).error?.code).toBe('PGRST205')
    expect((await customer.from('tickets').select('no_such_column')).error?.code).toBe('42703')
    const bad = await customer.from('tickets').select('*').eq('id', 'no-uuid')
    expect([bad.error?.code, bad.status]).toEqual(['22P02', 400])
  })

  it.each(['storage', 'auth', 'private', 'realtime', 'pg_catalog'])(
    'does not expose the schema %s',
    async (schema) => {
      const table = { storage: 'objects', auth: 'users', pg_catalog: 'pg_class' }[schema] ?? 'anything'
      for (const client of [agent, anonClient(stack)]) {
        const { data, error } = await client.schema(schema).from(table).select('*')
        expect(error?.code, `${schema}: ${JSON.stringify(data)?.slice(0, 80)}`).toBe('PGRST106')
      }
    },
  )

  it('keeps the library’s own system routes shut', async () => {
    for (const path of ['/_system', '/_system/health', '/_system/studio', '/rest/v1/../../_system'])
      expect((await fetch(stack.url + path)).status, path).toBe(404)
  })

  it('a bad token is 401, never anon’s rights', async () => {
    const answer = await fetch(`${stack.url}/rest/v1/tickets`, {
      headers: { apikey: stack.publishableKey, authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
    })
    expect(answer.status).toBe(401)
    expect((await fetch(`${stack.url}/rest/v1/tickets`)).status).toBe(401)
  })

  it('concurrent callers never see each other’s rows', async () => {
    const ask = async (client: SupabaseClient, count: number) => {
      const { data } = await client.from('tickets').select('customer_id')
      expect(new Set(data?.map((row) => row.customer_id)).size).toBe(count)
    }
    const rounds = Array.from({ length: 20 }, () => [ask(customer, 1), ask(other, 1), ask(agent, 2)])
    await Promise.all(rounds.flat())
  })
})

/** The part of the filter builder that the table of filters uses. */
type Query = ReturnType<ReturnType<SupabaseClient['from']>['select']>
