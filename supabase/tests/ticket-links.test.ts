/** Links between tickets: rights, rules, bounds, history, and two people at once. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUsers, db, expectError, insertTicket } from './support/backend'
import { link, linked, relationsFor, resultOf, unlink, type Linked } from './support/ticket-links'
import { whenBlocked } from './support/when-blocked'

let people: Awaited<ReturnType<typeof createUsers>>
let a: string
let b: string
let c: string

const relations = (id: string) => relationsFor(people.agent, id)

const numberOf = async (id: string) =>
  Number((await db`select number from public.tickets where id = ${id}`)[0]?.number)

beforeAll(async () => {
  people = await createUsers()
})
beforeEach(async () => {
  ;[a, b, c] = [
    await insertTicket(people.owner, { subject: 'A' }),
    await insertTicket(people.owner, { subject: 'B' }),
    await insertTicket(people.otherCustomer, { subject: 'C' }),
  ]
})

describe('the right to link', () => {
  it('lets agents and admins link and unlink any ticket, also one of a colleague', async () => {
    const { agent, otherAgent, admin } = people
    await db`update public.tickets set assigned_to = ${otherAgent.id} where id = ${a}`
    for (const person of [agent, admin]) {
      expect(resultOf(await link(person, [a], b))).toMatchObject([{ ok: true, changed: true }])
      expect((await linked(person, b)).tickets).toMatchObject([
        { relation: 'related', id: a, subject: 'A', status: 'open', assignee_name: 'Rick Rival' },
      ])
      expect(resultOf(await unlink(person, [a], b))).toMatchObject([{ ok: true, changed: true }])
    }
  })

  it('refuses customers and visitors, also about their own tickets', async () => {
    const { agent, owner, otherCustomer, visitor } = people
    await link(agent, [a], b)
    for (const person of [owner, otherCustomer]) {
      expectError(await link(person, [a], b), 'agent_required')
      expectError(await unlink(person, [a], b), 'agent_required')
      expectError(await person.client.rpc('linked_tickets', { ticket_id: a }), 'agent_required')
    }
    expect((await visitor.rpc('linked_tickets', { ticket_id: a })).error?.code).toBe('42501')
    expect(
      (await visitor.rpc('link_tickets', { ticket_ids: [a], target: b, kind: 'related' })).error?.code,
    ).toBe('42501')
    expect(
      (await visitor.rpc('unlink_tickets', { ticket_ids: [a], target: b, kind: 'related' })).error?.code,
    ).toBe('42501')
    expect(await relations(a)).toEqual(['related B'])
  })

  it('leaves no trace that a customer sees: no event, no change of the ticket, no hint, no detail', async () => {
    const { agent, owner } = people
    const { data: before } = await owner.client.from('tickets').select().eq('id', a).single()
    const { data: cursor } = await owner.client.rpc('changes_since', { since: null })
    await link(agent, [a], c, 'incident')
    await unlink(agent, [a], c, 'incident')
    await link(agent, [a], c, 'incident')
    const { data: events } = await owner.client.from('ticket_events').select('kind').eq('ticket_id', a)
    expect(events?.map(({ kind }) => String(kind))).toEqual(['created'])
    expect((await owner.client.from('tickets').select().eq('id', a).single()).data).toEqual(before)
    const { data: since } = await owner.client.rpc('changes_since', {
      since: (cursor as { cursor: string }).cursor,
    })
    expect(JSON.stringify(since)).not.toContain(a)
    const { data: detail } = await owner.client.rpc('get_ticket_detail', { ticket_id: a })
    expect(JSON.stringify(detail)).not.toContain(c)
    expect((detail as { staff: unknown }).staff).toBeNull()
    const feed =
      await db`select audience from private.ticket_changes where ticket_id = ${a} and kind like '%linked'`
    expect(new Set(feed.map(({ audience }) => String(audience)))).toEqual(new Set(['staff']))
    expect((await owner.client.from('ticket_links').select()).error?.code).toBe('PGRST205')
  })
})

describe('link_tickets', () => {
  it('makes one link of both directions of related, however often it is asked', async () => {
    const { agent, otherAgent } = people
    expect(resultOf(await link(agent, [a], b))).toMatchObject([{ ok: true, changed: true }])
    expect(resultOf(await link(otherAgent, [b], a))).toMatchObject([{ ok: true, changed: false }])
    expect(await relations(a)).toEqual(['related B'])
    expect(await relations(b)).toEqual(['related A'])
    expect(resultOf(await unlink(agent, [b], a))).toMatchObject([{ changed: true }])
    expect(resultOf(await unlink(agent, [b], a))).toMatchObject([{ ok: true, changed: false }])
    expect(await relations(a)).toEqual([])
  })

  it('refuses a ticket and itself, one that is not there, and other kinds', async () => {
    const { agent } = people
    const missing = '00000000-0000-4000-8000-000000000000'
    expect(resultOf(await link(agent, [a], a))).toMatchObject([{ ok: false, code: 'link_self' }])
    expect(resultOf(await link(agent, [missing, b], a))).toMatchObject([
      { id: missing, ok: false, code: 'ticket_not_found' },
      { id: b, ok: true },
    ])
    expectError(await link(agent, [a], missing), 'ticket_not_found')
    for (const kind of ['split', 'friend']) expectError(await link(agent, [a], b, kind), 'link_kind_invalid')
    expectError(await link(agent, [], b), 'bulk_limit')
    expectError(await link(agent, Array<string>(201).fill(a), b), 'bulk_limit')
  })

  it('gives an incident one problem, and a problem none', async () => {
    const { agent } = people
    expect(resultOf(await link(agent, [a], b, 'incident'))).toMatchObject([{ ok: true }])
    expect(await relations(a)).toEqual(['problem B'])
    expect(await linked(agent, b)).toMatchObject({
      tickets: [{ relation: 'incident', id: a }],
      incidents: 1,
      open_incidents: 1,
    })
    const refusals = [
      [a, c, 'incident_has_problem', b],
      [b, c, 'incident_is_problem', a],
      [c, a, 'problem_is_incident', b],
    ] as const
    for (const [source, target, code, other] of refusals)
      expect(resultOf(await link(agent, [source], target, 'incident'))).toMatchObject([
        { ok: false, code, hint: String(await numberOf(other)) },
      ])
    await db`update public.tickets set status = 'solved' where id = ${a}`
    expect(await linked(agent, b)).toMatchObject({ incidents: 1, open_incidents: 0 })
  })

  it('stops at 500 incidents and 50 related ones', async () => {
    const { agent, owner } = people
    await db`with made as (
      insert into public.tickets (subject, description, created_by, customer_id)
      select 'Many', 'Many of these', ${owner.id}, ${owner.id} from generate_series(1, 500) returning id)
      insert into private.ticket_links (from_id, to_id, kind) select id, ${b}, 'incident' from made`
    expect(resultOf(await link(agent, [a], b, 'incident'))).toMatchObject([
      { ok: false, code: 'link_limit', hint: '500' },
    ])
    expect((await linked(agent, b)).tickets).toHaveLength(500)
    const { data: detail } = await agent.client.rpc('get_ticket_detail', { ticket_id: b })
    const { links } = (detail as { staff: { links: Linked } }).staff
    expect(links).toMatchObject({ incidents: 500, open_incidents: 500 })
    expect(links.tickets).toHaveLength(20)
    await db`insert into private.ticket_links (from_id, to_id, kind)
      select least(id, ${a}), greatest(id, ${a}), 'related' from public.tickets where subject = 'Many' limit 50`
    for (const [source, target] of [
      [a, b],
      [b, a],
    ] as const)
      expect(resultOf(await link(agent, [source], target))).toMatchObject([
        { ok: false, code: 'link_limit', hint: '50' },
      ])
    await db`delete from public.tickets where subject = 'Many'`
  }, 60_000)

  it('tells the history of both for staff', async () => {
    const { agent } = people
    await link(agent, [a], b, 'incident')
    await unlink(agent, [a], b, 'incident')
    const events = async (id: string) =>
      (
        await db`select kind, actor_id, from_value, to_value, is_internal from public.ticket_events
          where ticket_id = ${id} and kind like '%linked' order by created_at, kind`
      ).map((event) => ({ ...event }))
    const [first, second] = [await numberOf(a), await numberOf(b)]
    const by = { actor_id: agent.id, is_internal: true }
    expect(await events(a)).toEqual([
      { ...by, kind: 'linked', from_value: null, to_value: `problem #${second}` },
      { ...by, kind: 'unlinked', from_value: `problem #${second}`, to_value: null },
    ])
    expect(await events(b)).toEqual([
      { ...by, kind: 'linked', from_value: null, to_value: `incident #${first}` },
      { ...by, kind: 'unlinked', from_value: `incident #${first}`, to_value: null },
    ])
  })

  it('does not let a colleague’s reply run into a conflict', async () => {
    const { agent, otherAgent } = people
    const [seen] = await db`select now() as at, version from public.tickets where id = ${a}`
    await link(agent, [a], b)
    const sent = await otherAgent.client.rpc('send_reply', {
      ticket_id: a,
      content: 'We are on it.',
      seen_at: (seen?.at as Date).toISOString(),
      seen_version: seen?.version as number,
    })
    expect(sent.error).toBeNull()
  })
})

describe('private.add_ticket_link', () => {
  it('links what was split or followed up, without a limit', async () => {
    await db`select private.add_ticket_link(${a}, ${b}, 'split')`
    await db`select private.add_ticket_link(${a}, ${c}, 'follow_up')`
    expect(await relations(a)).toEqual(['follow_up_of C', 'split_from B'])
    expect(await relations(b)).toEqual(['split_into A'])
    expect(await relations(c)).toEqual(['followed_by A'])
    expect(resultOf(await unlink(people.agent, [a], b, 'split'))).toMatchObject([{ changed: true }])
    expect(resultOf(await unlink(people.agent, [a], c, 'follow_up'))).toMatchObject([{ changed: true }])
    expect(await relations(a)).toEqual([])
  })
})

describe('two people at once', () => {
  it('lets one of two give an incident its problem', async () => {
    const { agent, otherAgent } = people
    let second: ReturnType<typeof link> | undefined
    await db.begin(async (tx) => {
      await tx`select private.add_ticket_link(${a}, ${b}, 'incident')`
      second = link(otherAgent, [a], c, 'incident')
      expect(await whenBlocked(tx, second)).toBe(true)
    })
    expect(second && resultOf(await second)).toMatchObject([{ ok: false, code: 'incident_has_problem' }])
    expect(await relations(a)).toEqual(['problem B'])
    expect(await linked(agent, c)).toMatchObject({ incidents: 0 })
  })

  it('keeps one link of two that link both ways', async () => {
    let second: ReturnType<typeof link> | undefined
    await db.begin(async (tx) => {
      await tx`select private.add_ticket_link(${a}, ${b}, 'related')`
      second = link(people.otherAgent, [b], a)
      expect(await whenBlocked(tx, second)).toBe(true)
    })
    expect(second && resultOf(await second)).toMatchObject([{ ok: true, changed: false }])
    expect((await db`select from private.ticket_links where ${a} in (from_id, to_id)`).length).toBe(1)
  })
})
