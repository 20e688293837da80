import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { db } from '../support/backend'
import {
  testAttacks,
  expectNothing,
  request,
  createAttackFixture,
  type AttackFixture,
  secret,
} from './support/attack'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let s: AttackFixture
beforeAll(async () => void (s = await createAttackFixture()))

describe('a ticket of another customer', () => {
  const from = (scene: AttackFixture, table: string) => scene.otherCustomer.client.from(table)

  testAttacks(
    {
      'reads it by its id': (x) => from(x, 'tickets').select('*').eq('id', x.victimTicket),
      'reads it by the id of its customer': (x) =>
        from(x, 'tickets').select('*').eq('customer_id', x.owner.id),
      'reads it by the id of its agent': (x) =>
        from(x, 'tickets').select('*').eq('assigned_to', x.agent.id).neq('id', x.ownTicket),
      'finds it by a list of ids with one that is missing': (x) =>
        from(x, 'tickets').select('*').in('id', [x.victimTicket, randomUUID()]),
      'counts it exactly': (x) =>
        from(x, 'tickets').select('*', { count: 'exact', head: true }).eq('id', x.victimTicket),
      'counts by plan': (x) =>
        from(x, 'tickets').select('*', { count: 'planned', head: true }).eq('status', 'in_progress'),
      'counts by an estimate': (x) =>
        from(x, 'tickets').select('*', { count: 'estimated', head: true }).eq('status', 'in_progress'),
      'guesses its subject by equality': (x) =>
        from(x, 'tickets').select('id').eq('subject', `Secret ${secret}`),
      'guesses its subject by a pattern': (x) => from(x, 'tickets').select('id').like('subject', 'Secret%'),
      'guesses its subject by a pattern of any case': (x) =>
        from(x, 'tickets').select('id').ilike('subject', '%XYZZY%'),
      'guesses its subject by a regular expression': (x) =>
        from(x, 'tickets').select('id').filter('subject', 'match', 'xyzzy'),
      'guesses its subject by range': (x) =>
        from(x, 'tickets').select('id').gte('subject', 'Secret').lt('subject', 'Secreu'),
      'guesses its words by text search': (x) =>
        from(x, 'tickets').select('id').textSearch('subject', 'secret'),
      'hides the filter in an or': (x) =>
        from(x, 'tickets')
          .select('id')
          .or(`id.eq.${x.victimTicket},subject.eq.nothing`)
          .neq('id', x.ownTicket),
      'negates a filter to get the rest': (x) => from(x, 'tickets').select('id').not('id', 'eq', x.ownTicket),
      'orders by the e-mail of the customer': (x) =>
        from(x, 'tickets')
          .select('id, profiles!tickets_customer_id_fkey(email)')
          .eq('id', x.victimTicket)
          .order('email', { referencedTable: 'profiles' }),
      'embeds it from its comments': (x) =>
        from(x, 'comments').select('tickets(*)').eq('ticket_id', x.victimTicket),
      'embeds it from its events': (x) =>
        from(x, 'ticket_events').select('tickets(*)').eq('ticket_id', x.victimTicket),
      'embeds it from the profile of its customer': (x) =>
        from(x, 'profiles').select('*, tickets!tickets_customer_id_fkey(*)').eq('id', x.owner.id),
      'reads its comments': (x) => from(x, 'comments').select('*').eq('ticket_id', x.victimTicket),
      'counts its comments': (x) =>
        from(x, 'comments').select('*', { count: 'exact', head: true }).eq('ticket_id', x.victimTicket),
      'reads a comment by its id': (x) => from(x, 'comments').select('*').eq('id', x.reply),
      'reads its history': (x) => from(x, 'ticket_events').select('*').eq('ticket_id', x.victimTicket),
      'reads its rating': (x) => from(x, 'ticket_ratings').select('*').eq('ticket_id', x.victimTicket),
      'reads its files': (x) => from(x, 'attachments').select('*').eq('ticket_id', x.victimTicket),
      'opens its screen': (x) =>
        x.otherCustomer.client.rpc('get_ticket_detail', { ticket_id: x.victimTicket }),
      'searches for its words': (x) =>
        x.otherCustomer.client.rpc('search_tickets', { filter: { text: secret } }),
      'searches in the name of its customer': async (x) => {
        const { data } = await x.otherCustomer.client.rpc('search_tickets', {
          filter: { requester: x.owner.id },
        })
        expect(data).toMatchObject([{ ticket: { id: x.ownTicket } }])
      },
      'pages behind it': (x) =>
        x.otherCustomer.client
          .rpc('search_tickets', { after: { created_at: '2999-01-01T00:00:00Z', id: x.victimTicket } })
          .neq('ticket->>id', x.ownTicket),
      'writes SQL into the search': (x) =>
        x.otherCustomer.client.rpc('search_tickets', {
          filter: { text: `' or true --`, tag: `x') or (true` },
        }),
      'writes SQL into the status of the search': (x) =>
        x.otherCustomer.client.rpc('search_tickets', { filter: { status: [`open' or '1'='1`] } }),
      'writes SQL into the order of the search': (x) =>
        x.otherCustomer.client.rpc('search_tickets', { sort_by: 'id; drop table public.tickets' }),
      'lists in the name of its customer': async (x) => {
        const { data } = await x.otherCustomer.client.rpc('list_tickets', {
          filter: { requester: x.owner.id },
        })
        expect(data).toMatchObject([{ id: x.ownTicket }])
      },
      'lists behind it': (x) =>
        x.otherCustomer.client
          .rpc('list_tickets', { after: { created_at: '2999-01-01T00:00:00Z', id: x.victimTicket } })
          .neq('id', x.ownTicket),
      'writes SQL into the filters of a list': (x) =>
        x.otherCustomer.client.rpc('list_tickets', {
          filter: { status: [`open' or '1'='1`], tag: `x'] or true --` },
        }),
      'writes SQL into the order of a list': (x) =>
        x.otherCustomer.client.rpc('list_tickets', { sort_by: 'id; drop table public.tickets' }),
      'looks for similar subjects': (x) =>
        x.otherCustomer.client.rpc('find_similar_tickets', { subject: `Secret ${secret}` }),
      'exports it': (x) =>
        x.otherCustomer.client.rpc('export_tickets', { from_day: '2000-01-01', to_day: '2999-01-01' }),
      'asks for the figures of the workspace': (x) => x.otherCustomer.client.rpc('get_admin_dashboard'),
      'asks for the report': (x) =>
        x.otherCustomer.client.rpc('get_report', { from_day: '2026-01-01', to_day: '2026-02-01' }),
      'asks for the tags of the workspace': (x) => x.otherCustomer.client.rpc('list_tags'),
      'changes it': (x) => from(x, 'tickets').update({ subject: 'Mine' }).eq('id', x.victimTicket).select(),
      'changes all tickets at once': (x) =>
        from(x, 'tickets').update({ status: 'closed' }).neq('id', x.ownTicket).select(),
      'deletes it': (x) => from(x, 'tickets').delete().eq('id', x.victimTicket).select(),
      'upserts over it': (x) =>
        from(x, 'tickets')
          .upsert({ id: x.victimTicket, subject: 'Mine', description: 'Now it is mine.' })
          .select(),
      'upserts over it, ignoring duplicates': (x) =>
        from(x, 'tickets')
          .upsert(
            { id: x.victimTicket, subject: 'Mine', description: 'Now it is mine.' },
            { ignoreDuplicates: true },
          )
          .select(),
      'claims it': (x) => x.otherCustomer.client.rpc('claim_ticket', { ticket_id: x.victimTicket }),
      'closes it in a batch with an own one': (x) =>
        x.otherCustomer.client.rpc('bulk_update_tickets', {
          ticket_ids: [x.ownTicket, x.victimTicket],
          change: { status: 'closed' },
        }),
      'comments on it': (x) => from(x, 'comments').insert({ ticket_id: x.victimTicket, content: 'hello' }),
      'comments on two tickets at once, one of them an own': (x) =>
        from(x, 'comments').insert([
          { ticket_id: x.ownTicket, content: 'hello' },
          { ticket_id: x.victimTicket, content: 'hello' },
        ]),
      'rates it': (x) => from(x, 'ticket_ratings').insert({ ticket_id: x.victimTicket, score: 1 }),
      'keeps a draft on it': (x) =>
        x.otherCustomer.client.rpc('save_draft', {
          ticket_id: x.victimTicket,
          kind: 'comment',
          content: 'hello',
        }),
      'answers it as staff': (x) =>
        x.otherCustomer.client.rpc('send_reply', { ticket_id: x.victimTicket, content: 'hello' }),
      'tries its request id to see whether it is taken': async (x) => {
        const id = randomUUID()
        const commits = await db<{ xid: string }[]>`select xid::text from private.change_commits`
        const row = { subject: 'First', description: 'The first of two.', request_id: id }
        await x.owner.client.from('tickets').insert(row)
        const { error } = await from(x, 'tickets').insert(row)
        expect(error).toBeNull()
        const gone = await db<
          { id: string }[]
        >`delete from public.tickets where request_id = ${id} returning id`
        await db`delete from private.ticket_changes where ticket_id = any (${gone.map((ticket) => ticket.id)})`
        await db`delete from private.change_commits where xid::text <> all (${commits.map(({ xid }) => xid)})`
      },
    },
    () => s,
  )

  it('answers for a missing and a hidden ticket alike', async () => {
    const missing = randomUUID()
    const { client } = s.otherCustomer
    const ask = async (id: string) => [
      await client.from('tickets').select('*').eq('id', id).single(),
      await client.from('tickets').update({ status: 'closed' }).eq('id', id).select().single(),
      await client.rpc('get_ticket_detail', { ticket_id: id }),
      await client.rpc('claim_ticket', { ticket_id: id }),
      await client.from('comments').insert({ ticket_id: id, content: 'x' }),
      await client.from('ticket_ratings').insert({ ticket_id: id, score: 3 }),
      await client.rpc('save_draft', { ticket_id: id, kind: 'comment', content: 'x' }),
      await client.from('attachments').insert({
        ticket_id: id,
        file_name: 'a.txt',
        file_type: 'text/plain',
        file_size: 1,
        storage_path: `${id}/a.txt`,
      }),
      await client.storage.from('ticket-attachments').createSignedUrl(`${id}/a.txt`, 60),
      await client.storage.from('ticket-attachments').list(id),
    ]
    const plain = (answers: unknown, id: string) => JSON.stringify(answers).replaceAll(id, 'ID')
    expect(plain(await ask(s.victimTicket), s.victimTicket)).toBe(plain(await ask(missing), missing))
  })

  const paths: Record<string, [string, RequestInit?]> = {
    'over another schema': ['/rest/v1/known_tags', { headers: { 'accept-profile': 'private' } }],
    'over the schema of accounts': ['/rest/v1/users', { headers: { 'accept-profile': 'auth' } }],
    'over the schema of files': ['/rest/v1/objects', { headers: { 'accept-profile': 'storage' } }],
    'over the schema of the gate': ['/rest/v1/rpc/check_request', { headers: { 'accept-profile': 'gate' } }],
    'over a qualified name': ['/rest/v1/private.known_tags'],
    'over a system table': ['/rest/v1/pg_authid'],
    'over the plan of a query': [
      '/rest/v1/tickets',
      { headers: { accept: 'application/vnd.pgrst.plan+json' } },
    ],
    'over an aggregate': ['/rest/v1/tickets?select=count()'],
    'over xmax': ['/rest/v1/tickets?select=xmax'],
    'over ctid': ['/rest/v1/tickets?select=ctid'],
    'over an order by xmin': ['/rest/v1/tickets?select=id&order=xmin'],
    'over a filter on xmax': ['/rest/v1/tickets?select=id&xmax=gt.0'],
    'over SQL in the list of columns': ['/rest/v1/tickets?select=id,(select email from profiles)'],
    'over SQL in the order': ['/rest/v1/tickets?select=id&order=(select 1)'],
    'over a cast to a type that looks names up': ['/rest/v1/tickets?select=subject::regclass'],
    'over a function of the system': ['/rest/v1/rpc/pg_read_file?filename=/etc/passwd'],
    'over a function that runs SQL': ['/rest/v1/rpc/query_to_xml?query=select+1'],
    'over a function that sets the role': ['/rest/v1/rpc/set_config?setting_name=role&new_value=postgres'],
    'over a helper of the policies': ['/rest/v1/rpc/can_see_all_tickets'],
    'over GraphQL': [
      '/graphql/v1',
      { method: 'POST', body: '{"query":"{ ticketsCollection { edges { node { id } } } }"}' },
    ],
    'over internal routes of the backend': ['/_system/tables'],
    'over a PUT': [
      '/rest/v1/tickets?id=eq.00000000-0000-4000-8000-000000000001',
      { method: 'PUT', body: '{"id":"00000000-0000-4000-8000-000000000001"}' },
    ],
  }
  it.each(Object.entries(paths))('%s', async (_, [path, init]) => {
    const { status, text } = await request(s.otherCustomer, path, init)
    expect(status, text).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    expect(text).not.toContain(secret)
  })

  it('returns nothing to anonymous callers', async () => {
    for (const table of ['tickets', 'comments', 'profiles', 'attachments', 'ticket_events', 'invites'])
      expectNothing(await s.visitor.from(table).select('*', { count: 'exact' }), table)
  })
})
