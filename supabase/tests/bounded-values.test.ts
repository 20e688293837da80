import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, type TestUsers, db, expectError, insertTicket } from './support/backend'

/** `{"a":{"a":…1}}` with that many levels. */
const deep = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`)

/** A violated check, or invalid JSON. */
const refused = /^(23514|22P02)$/

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

describe('json values', () => {
  it('bounds bytes and depth of every json column', async () => {
    const loose = await db`
      select a.attrelid::regclass::text as table, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p')
        and a.attnum > 0 and not a.attisdropped and a.atttypid in ('json'::regtype, 'jsonb'::regtype)
        and not exists (
          select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
            and strpos(pg_get_constraintdef(k.oid), 'private.json_is_bounded(' || a.attname || ',') > 0)`
    expect(loose).toEqual([])
  })

  it.each([
    ['{}', 10, 0, true],
    ['{"a": 1}', 10, 0, false],
    ['{"a": 1}', 10, 1, true],
    ['[[1]]', 10, 1, false],
    ['[[1]]', 10, 2, true],
    ['{"a": "xxxx"}', 12, 1, false],
    ['{"a": "xxxx"}', 13, 1, true],
  ])('private.json_is_bounded(%s, %s, %s) is %s', async (value, bytes, levels, bounded) => {
    const [row] = await db`
      select private.json_is_bounded(${value}::text::jsonb, ${bytes}, ${levels}) as bounded`
    expect(row).toEqual({ bounded })
  })

  it('private.json_is_bounded measures 4,000 levels without recursing into them', async () => {
    const [row] = await db`
      select private.json_is_bounded(${JSON.stringify(deep(4000))}::text::jsonb, 100000, 5) as bounded`
    expect(row).toEqual({ bounded: false })
  })

  it.each([
    ['is deeper than five levels', deep(6)],
    ['is 20 levels deep', deep(20)],
    ['is larger than 8 kB', { a: 'x'.repeat(8192) }],
    ['is an array', ['a']],
    ['is a text', 'a'],
  ])('rejects metadata that %s', async (_, metadata) => {
    const { owner, admin } = people
    const row = { subject: 'Deep', description: 'Ten letters and more.', metadata }
    expect((await owner.client.from('tickets').insert(row)).error?.code).toMatch(refused)
    const ticket = await insertTicket(owner)
    const change = admin.client.from('tickets').update({ metadata }).eq('id', ticket)
    expect((await change).error?.code).toMatch(refused)
  })

  it('accepts metadata of five levels, and null', async () => {
    const row = { subject: 'Deep', description: 'Ten letters and more.' }
    for (const metadata of [deep(5), {}, null]) {
      const made = people.owner.client.from('tickets').insert({ ...row, metadata })
      const { data, error } = await made.select('metadata').single()
      expect(error).toBeNull()
      expect(data).toEqual({ metadata })
    }
  })

  const calls: Record<string, { args: (value: unknown) => object; code: string }> = {
    bulk_update_tickets: {
      args: (change) => ({ ticket_ids: ['00000000-0000-4000-8000-000000000001'], change }),
      code: 'bulk_change_invalid',
    },
    export_tickets: {
      args: (filter) => ({ from_day: '2026-01-01', to_day: '2026-01-02', filter }),
      code: 'filter_invalid',
    },
    get_report: {
      args: (filter) => ({ from_day: '2026-01-01', to_day: '2026-01-02', filter }),
      code: 'filter_invalid',
    },
    list_ticket_ids: { args: (filter) => ({ filter }), code: 'filter_invalid' },
    list_tickets: { args: (filter) => ({ filter }), code: 'filter_invalid' },
    log_export: {
      args: (filter) => ({ kind: 'report', row_count: 1, filter }),
      code: 'export_invalid',
    },
    report_client_events: {
      args: (event) => ({ events: [event] }),
      code: 'events_invalid',
    },
    search_tickets: { args: (filter) => ({ filter }), code: 'filter_invalid' },
  }
  it('lists every function with a json argument that users may call', async () => {
    const rows = await db<{ name: string }[]>`
      select distinct p.proname as name from pg_proc p, unnest(p.proargtypes) as given (type)
      where p.pronamespace = 'public'::regnamespace and given.type in ('json'::regtype, 'jsonb'::regtype)
        and has_function_privilege('authenticated', p.oid, 'execute') order by 1`
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(calls))
  })
  it.each(Object.entries(calls))('%s rejects deep and large values', async (name, { args, code }) => {
    const { client } = people.admin
    const many = { add_tags: Array.from({ length: 5000 }, (_, n) => `tag${n}`) }
    for (const value of [deep(4), deep(20), many]) expectError(await client.rpc(name, args(value)), code)
  })

  it('rejects oversized metadata of users', async () => {
    const { client, id } = people.otherCustomer
    const before = await db`select raw_user_meta_data from auth.users where id = ${id}`
    for (const data of [{ deep: deep(6) }, { long: 'x'.repeat(17_000) }])
      expect((await client.auth.updateUser({ data })).error).not.toBeNull()
    expect(await db`select raw_user_meta_data from auth.users where id = ${id}`).toEqual(before)
    const { error } = await client.auth.updateUser({ data: { full_name: 'Stan Stranger' } })
    expect(error).toBeNull()
  })

  it('keeps the short values of imported metadata when auth adds to it', async () => {
    const { owner } = people
    const deepText = JSON.stringify(deep(1000))
    await db.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`update auth.users set raw_user_meta_data = jsonb_build_object('full_name', 'Olive Owner',
        'long', repeat('x', 20000), 'deep', ${deepText}::text::jsonb) where id = ${owner.id}`
    })
    const [row] =
      await db`update auth.users set raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}'
      where id = ${owner.id} returning raw_user_meta_data as data`
    expect(row?.data).toEqual({ full_name: 'Olive Owner', role: 'customer', email_verified: true })
  })
})

describe('arrays', () => {
  it('checks every array column', async () => {
    const loose = await db`
      select a.attrelid::regclass::text as table, a.attname from pg_attribute a
        join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'p')
        and a.attnum > 0 and not a.attisdropped and t.typcategory = 'A'
        and not exists (
          select from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
            and (strpos(pg_get_constraintdef(k.oid), 'private.is_tag_list(' || a.attname || ')') > 0
              or strpos(pg_get_constraintdef(k.oid), 'private.is_extension_list(' || a.attname || ')') > 0
              or strpos(pg_get_constraintdef(k.oid), 'private.is_day_list(' || a.attname || ')') > 0))`
    // Ids of tickets that a split itself puts there, from a query.
    expect(loose).toEqual([{ table: 'private.ticket_splits', attname: 'from_ids' }])
  })

  const lists: [string, string][] = [
    ['has two dimensions', '{{a,b},{c,d}}'],
    ['holds a null', '{a,null}'],
    ['holds a blank', '{a," "}'],
    ['begins elsewhere', '[0:1]={a,b}'],
    ['is too long', `{${Array.from({ length: 21 }, (_, n) => `t${n}`).join(',')}}`],
    ['holds a long tag', `{${'x'.repeat(41)}}`],
  ]
  it.each(lists)('rejects a list of tags that %s', async (_, list) => {
    const ticket = await insertTicket(people.owner)
    await expect(
      db`update public.tickets set tags = ${list}::text::text[] where id = ${ticket}`,
    ).rejects.toThrow('tickets_tags')
    await expect(
      db`insert into public.macros (owner_id, name, add_tags) values (${people.agent.id}, 'x', ${list}::text::text[])`,
    ).rejects.toThrow('macros_tags')
  })

  it('rejects malformed lists from the API, and tags stay manageable', async () => {
    const { owner, admin } = people
    const row = { subject: 'Tags', description: 'Ten letters and more.' }
    const insert = (tags: unknown) => owner.client.from('tickets').insert({ ...row, tags })
    for (const tags of [
      [['a'], ['b']],
      ['a', ' '],
    ])
      expect((await insert(tags)).error?.code).toMatch(refused)
    expect((await insert(['fine'])).error).toBeNull()
    expect((await admin.client.rpc('count_tags')).error).toBeNull()
    expect((await admin.client.rpc('change_tag', { tag: 'fine', new_tag: 'good' })).data).toBeGreaterThan(0)
  })

  const calls: Record<string, (list: unknown) => object> = {
    announce_files: (names) => ({ request_id: '00000000-0000-4000-8000-000000000001', names }),
    bulk_merge_tickets: (ticket_ids) => ({ ticket_ids, target: '00000000-0000-4000-8000-000000000001' }),
    bulk_update_tickets: (ticket_ids) => ({ ticket_ids, change: { priority: 'low' } }),
    create_invites: (emails) => ({ emails, role: 'agent' }),
    forget_files: (names) => ({ request_id: '00000000-0000-4000-8000-000000000001', names }),
    link_tickets: (ticket_ids) => ({
      ticket_ids,
      target: '00000000-0000-4000-8000-000000000001',
      kind: 'related',
    }),
    list_held_tickets: (ticket_ids) => ({ ticket_ids }),
    list_unmatched_mails: (states) => ({ states }),
    open_ticket_for: (tags) => ({
      requester_email: 'lists@example.com',
      subject: 'x',
      description: 'Ten letters and more.',
      tags,
    }),
    queue_reply: (add_tags) => ({
      ticket_id: '00000000-0000-4000-8000-000000000001',
      content: 'x',
      add_tags,
    }),
    reply_to_incidents: (ticket_ids) => ({
      problem: '00000000-0000-4000-8000-000000000001',
      ticket_ids,
      seen: [0],
      contents: ['x'],
      request_id: '00000000-0000-4000-8000-000000000002',
    }),
    save_draft: (files) => ({
      ticket_id: '00000000-0000-4000-8000-000000000001',
      kind: 'comment',
      content: 'x',
      files,
    }),
    send_reply: (add_tags) => ({ ticket_id: '00000000-0000-4000-8000-000000000001', content: 'x', add_tags }),
    snooze_tickets: (ticket_ids) => ({ ticket_ids, until: null }),
    split_ticket: (comment_ids) => ({
      ticket_id: '00000000-0000-4000-8000-000000000001',
      comment_ids,
      subject: 'x',
    }),
    ticket_references: (numbers) => ({ numbers }),
    unlink_tickets: (ticket_ids) => ({
      ticket_ids,
      target: '00000000-0000-4000-8000-000000000001',
      kind: 'related',
    }),
  }
  it('lists every function with an array argument that people can call', async () => {
    const rows = await db<{ name: string }[]>`
      select distinct p.proname as name
      from pg_proc p, unnest(p.proargtypes) as given (type) join pg_type t on t.oid = given.type
      where p.pronamespace = 'public'::regnamespace and t.typcategory = 'A'
        and has_function_privilege('authenticated', p.oid, 'execute') order by 1`
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(calls))
  })
  it.each(Object.entries(calls))('%s handles nested lists, nulls and single values', async (name, args) => {
    for (const list of [[['a', 'b']], [null], [[null]], -1, true, {}, '-1', '{', '']) {
      const { status } = await people.admin.client.rpc(name, args(list))
      expect(status, JSON.stringify(list)).toBeLessThan(500)
    }
  })
  it('send_reply rejects malformed lists of tags', async () => {
    const ticket_id = await insertTicket(people.owner)
    const answer = await people.admin.client.rpc('send_reply', {
      ticket_id,
      content: 'x',
      add_tags: ['x'.repeat(41)],
    })
    expectError(answer, 'tag_invalid')
  })
})
