import { serviceClient } from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ticket } from '../ticket'
import { openWorkspace } from './workspace'
import type { TestProject, Project } from './project'

// Through an unmodified supabase-js, with the responses of hosted PostgREST.
let target: TestProject
let project: Project
let anon: SupabaseClient
let customer: SupabaseClient
let other: SupabaseClient
let agent: SupabaseClient
let agent2: SupabaseClient
let customerId = ''
let otherId = ''
let ids: string[] = []
beforeAll(async () => {
  ;({ target, project, anon, customer, other, agent, agent2, customerId, otherId, ids } =
    await openWorkspace())
}, 90_000)
afterAll(() => target?.close())

describe('write', () => {
  it('inserts, updates and deletes, and returns rows on request', async () => {
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

  it('inserts many rows, all or none', async () => {
    const rows = [ticket('Bulk one', { priority: 'low' }), ticket('Bulk two', { priority: 'nonsense' })]
    expect((await other.from('tickets').insert(rows)).error?.code).toBe('23514')
    const { count } = await other.from('tickets').select('*', { count: 'exact', head: true })
    expect(count).toBe(1)
  })

  it('stores NULL for a key that only other rows have, unless the default is asked for', async () => {
    const rows = [ticket('Mixed one', { priority: 'low' }), ticket('Mixed two')]
    const { error, status } = await other.from('tickets').insert(rows)
    expect([error?.code, status]).toEqual(['23502', 400])
    const filled = await other.from('tickets').insert(rows, { defaultToNull: false }).select('priority')
    expect([filled.error, filled.data]).toEqual([null, [{ priority: 'low' }, { priority: 'normal' }]])
  })

  it('upserts as the service role', async () => {
    const service = serviceClient(project)
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
    const found = await customer.rpc('search_tickets', { filter: { text: 'printer' } })
    expect(found.error).toBeNull()
    expect(found.data).toHaveLength(2)
    const invite = await anon.rpc('verify_invite', {
      token: '00000000-0000-4000-8000-000000000000',
    })
    expect(invite.error).toBeNull()
    expect(invite.data).toEqual([expect.objectContaining({ is_valid: false })])
    const stats = await agent.rpc('get_agent_performance_stats').single()
    expect(stats.error).toBeNull()
    expect(stats.data).toBeTypeOf('object')
  })

  it('defect 10: answers rpc with head', async () => {
    const { error } = await customer.rpc('search_tickets', { filter: { text: 'printer' } }, { head: true })
    expect(error).toBeNull()
  })

  it('answers a lost race with 409 and the message of the function', async () => {
    expect((await agent.rpc('claim_ticket', { ticket_id: ids[0] })).error).toBeNull()
    const lost = await agent2.rpc('claim_ticket', { ticket_id: ids[0] })
    expect([lost.status, lost.error?.message]).toEqual([409, 'Ticket is already assigned to Ada Agent'])
    const again = await agent.rpc('claim_ticket', { ticket_id: ids[0] })
    expect([again.status, again.error?.message]).toEqual([409, 'Ticket is already assigned to you'])
  })

  it('answers an unknown function with PGRST202', async () => {
    const { error, status } = await customer.rpc('no_such_function')
    expect([error?.code, status]).toEqual(['PGRST202', 404])
  })
})

describe('refusals', () => {
  it('defect 3: maps SQLSTATEs of checks and exceptions to 400', async () => {
    const check = await customer.from('tickets').insert(ticket('x'.repeat(256)))
    expect([check.error?.code, check.status]).toEqual(['23514', 400])
    const raised = await other.rpc('claim_ticket', { ticket_id: ids[1] })
    expect([raised.error?.code, raised.status]).toEqual(['P0001', 400])
    expect(raised.error).toMatchObject({
      message: 'Must be logged in as an agent to assign tickets',
      details: 'agent_required',
    })
  })

  it('answers a unique violation with 23505 and 409', async () => {
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

  it('answers violations of row level security with 42501 and 403, for anon 401', async () => {
    const foreign = await other.from('comments').insert({ ticket_id: ids[0], content: 'let me in' })
    expect([foreign.error?.code, foreign.status]).toEqual(['42501', 403])
    const nobody = await anon.from('tickets').select('*')
    expect([nobody.error?.code, nobody.status]).toEqual(['42501', 401])
  })

  it('defect 1: applies column privileges', async () => {
    const forged = await customer
      .from('tickets')
      .insert(ticket('Backdated', { created_at: '2020-01-01T00:00:00Z' }))
    expect([forged.error?.code, forged.status]).toEqual(['42501', 403])
    const version = await customer.from('tickets').update({ version: 9 }).eq('id', ids[0])
    expect(version.error?.code).toBe('42501')
  })

  it('answers unknown tables, columns and malformed values with PostgREST’s codes', async () => {
    expect((await customer.from('no_such_table').select('*')).error?.code).toBe('PGRST205')
    expect((await customer.from('tickets').select('no_such_column')).error?.code).toBe('42703')
    const bad = await customer.from('tickets').select('*').eq('id', 'no-uuid')
    expect([bad.error?.code, bad.status]).toEqual(['22P02', 400])
  })

  it.each(['storage', 'auth', 'private', 'realtime', 'pg_catalog'])(
    'does not expose the schema %s',
    async (schema) => {
      const table = { storage: 'objects', auth: 'users', pg_catalog: 'pg_class' }[schema] ?? 'anything'
      for (const client of [agent, anon]) {
        const { data, error } = await client.schema(schema).from(table).select('*')
        expect(error?.code, `${schema}: ${JSON.stringify(data)?.slice(0, 80)}`).toBe('PGRST106')
      }
    },
  )

  it('answers an invalid token with 401 instead of treating it as anonymous', async () => {
    const answer = await fetch(`${project.url}/rest/v1/tickets`, {
      headers: { apikey: project.publishableKey, authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
    })
    expect(answer.status).toBe(401)
    expect((await fetch(`${project.url}/rest/v1/tickets`)).status).toBe(401)
  })

  it('isolates the rows of concurrent callers', async () => {
    const ask = async (client: SupabaseClient, count: number) => {
      const { data } = await client
        .from('tickets')
        .select('customer_id')
        .in('customer_id', [customerId, otherId])
      expect(new Set(data?.map((row) => row.customer_id)).size).toBe(count)
    }
    const rounds = Array.from({ length: 20 }, () => [ask(customer, 1), ask(other, 1), ask(agent, 2)])
    await Promise.all(rounds.flat())
  })
})
