import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  expectForbidden,
  expectError,
  insertTicket,
} from './support/backend'

let people: TestUsers
beforeAll(async () => {
  people = await createUsers()
})
const tagged = async (tags: string[]) => {
  const id = await insertTicket(people.owner)
  await db`update public.tickets set tags = ${tags} where id = ${id}`
  return id
}
const tagsOf = async (id: string) =>
  (await db`select tags from public.ticket_tags where ticket_id = ${id}`)[0]?.tags as string[]
const change = (tag: string, new_tag?: string) => people.admin.client.rpc('change_tag', { tag, new_tag })

describe('tags', () => {
  it('are renamed on every ticket and merged with an existing name', async () => {
    const one = await tagged(['t-old', 'other'])
    const both = await tagged(['t-old', 't-new'])
    expect((await change('t-old', 't-new')).data).toBe(2)
    expect(await tagsOf(one)).toEqual(['t-new', 'other'])
    expect(await tagsOf(both)).toEqual(['t-new'])
    const { data } = await people.admin.client.rpc('count_tags')
    expect(data).toContainEqual({ tag: 't-new', tickets: 2 })
    const [row] = await db`select action, to_value from public.audit_log where target_label = 't-old'`
    expect(row).toEqual({ action: 'tag_renamed', to_value: { tag: 't-new', tickets: 2 } })
  })

  it('are renamed in bulk, with history and version of each ticket', async () => {
    const ids = [await tagged(['t-each']), await tagged(['a', 't-each']), await tagged(['t-each', 'b'])]
    const versions = await db`select version from public.tickets where id = any (${ids}) order by id`
    // Thousands of tickets may change, so no per-ticket trigger may run.
    await db.begin(async (tx) => {
      const each = await tx<{ name: string; result: string; definition: string }[]>`
        select format('private.%I(%s)', p.proname, pg_get_function_arguments(p.oid)) as name,
          pg_get_function_result(p.oid) as result, pg_get_functiondef(p.oid) as definition from pg_proc p
        where p.pronamespace = 'private'::regnamespace and p.proname in ('set_ticket_tags', 'log_ticket', 'stamp_event')`
      expect(each).toHaveLength(3)
      for (const { name, result } of each)
        await tx.unsafe(`create or replace function ${name} returns ${result} language plpgsql as
          $$ begin raise exception 'for each ticket'; end $$`)
      await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: people.admin.id })}, true)`
      await tx`select public.change_tag('t-each', ' t-\u200beach-new ')`
      for (const { definition } of each) await tx.unsafe(definition)
    })
    const after =
      await db`select t.version - 1 as version from public.tickets t where id = any (${ids}) order by id`
    expect([...after]).toEqual([...versions])
    const events = await db`select e.from_value, e.to_value, e.actor_id, e.is_internal,
        e.ticket_version = t.version as now, t.tag_keys = private.tag_keys(g.tags, t.tags) as found
      from public.ticket_events e join public.tickets t on t.id = e.ticket_id join public.ticket_tags g on g.ticket_id = t.id
      where t.id = any (${ids}) and e.kind = 'tags' and e.actor_id = ${people.admin.id} order by 1`
    const event = (from_value: string) => ({
      from_value,
      to_value: from_value.replace('t-each', 't-each-new'),
      actor_id: people.admin.id,
      is_internal: true,
      now: true,
      found: true,
    })
    expect([...events]).toEqual(['a, t-each', 't-each', 't-each, b'].map(event))
    expect(await db`select 1 from private.known_tags where name = 't-each-new'`).toHaveLength(1)
  })

  it('are removed from every ticket', async () => {
    const id = await tagged(['t-gone', 'stays'])
    expect((await change('t-gone')).data).toBe(1)
    expect(await tagsOf(id)).toEqual(['stays'])
  })

  it('are changed by admins only, to valid names', async () => {
    const id = await tagged(['t-kept'])
    for (const who of ['agent', 'owner'] as const) {
      expectError(await people[who].client.rpc('change_tag', { tag: 't-kept' }), 'admin_required')
      expectError(await people[who].client.rpc('count_tags'), 'admin_required')
    }
    expectForbidden(await people.visitor.rpc('change_tag', { tag: 't-kept' }))
    expectError(await change('t-kept', 'x'.repeat(41)), 'tag_invalid')
    expectError(await change(' '), 'tag_invalid')
    for (const unseen of ['\u200b', ' \t ']) expectError(await change('t-kept', unseen), 'tag_invalid')
    expect(await tagsOf(id)).toEqual(['t-kept'])
  })
})
