/** Snoozed tickets: who sets and sees the time, its history and undo, and the lists and searches that know it. */
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, db, expectError, expectForbidden } from './support/backend'

type People = Awaited<ReturnType<typeof createUsers>>
type Person = People['owner']

const inDays = (days: number) =>
  new Date(Math.floor(Date.now() / 1_000) * 1_000 + days * 86_400_000)
    .toISOString()
    .replace('.000Z', '+00:00')
const LATER = inDays(300)
const SOON = inDays(200)
let people: People
let ticket: string
let other: string

const open = async (subject: string): Promise<string> => {
  const [row] = await db<{ id: string }[]>`
    insert into public.tickets (subject, description, created_by, customer_id, tags)
    values (${subject}, 'Waits for the spare part until spring', ${people.owner.id}, ${people.owner.id}, '{spring}')
    returning id`
  return String(row?.id)
}
const snooze = ({ client }: Person, id: string, until: string | null) =>
  client.from('tickets').update({ snoozed_until: until }).eq('id', id).select('id, snoozed_until, version')
const found = async ({ client }: Person, filter: object, sort_by?: string) => {
  const { data, error } = await client.rpc('list_tickets', { filter, sort_by })
  expect(error).toBeNull()
  return (data as { id: string }[]).map(({ id }) => id)
}
const events = async () => [
  ...(await db`select from_value, to_value, is_internal, actor_id from public.ticket_events
    where ticket_id = ${ticket} and kind = 'snoozed_until' order by created_at`),
]

beforeAll(async () => {
  people = await createUsers()
  ;[ticket, other] = [await open('Snoozed samovar'), await open('Waking samovar')]
})

describe('the time until which a ticket is snoozed', () => {
  it('is set by staff, with an event for staff only, and told to open pages', async () => {
    const { agent, owner } = people
    const { data, error } = await snooze(agent, ticket, LATER)
    expect(error).toBeNull()
    expect(data).toMatchObject([{ id: ticket, snoozed_until: LATER, version: 2 }])
    expect(await events()).toEqual([
      { from_value: null, to_value: LATER, is_internal: true, actor_id: agent.id },
    ])
    const seen = await owner.client.from('ticket_events').select('kind').eq('ticket_id', ticket)
    expect(JSON.stringify(seen.data)).not.toContain('snoozed_until')
    const feed =
      await db`select kind, audience from private.ticket_changes where ticket_id = ${ticket} order by id desc limit 2`
    expect(feed).toEqual(
      expect.arrayContaining([
        { kind: 'snoozed_until', audience: 'staff' },
        { kind: 'updated', audience: 'public' },
      ]),
    )
  })

  it('is for a time to come within a year, also by a direct change', async () => {
    const { agent } = people
    const id = await open('Out of its bounds')
    await db`update public.tickets set assigned_to = ${agent.id} where id = ${id}`
    expectError(await snooze(agent, id, inDays(-1)), 'snooze_past')
    expectError(await snooze(agent, id, inDays(400)), 'snooze_too_long')
    for (const until of [inDays(1), 'infinity', null])
      expect((await snooze(agent, id, until)).error).toBeNull()
    await db`delete from public.tickets where id = ${id}`
  })

  it('cannot be set by customers, visitors, or to a time that clients cannot read', async () => {
    const { owner, visitor } = people
    expectError(await snooze(owner, ticket, SOON), 'ticket_forbidden')
    expectForbidden(
      await visitor.from('tickets').update({ snoozed_until: SOON }).eq('id', ticket).select('id'),
    )
    for (const time of ['-infinity', '2100-06-01T00:00:00Z'])
      await expect(
        db`update public.tickets set snoozed_until = ${time}::text::timestamptz where id = ${ticket}`,
      ).rejects.toMatchObject({ code: '23514' })
    expect(
      (await db`select snoozed_until from public.tickets where id = ${ticket}`)[0]?.snoozed_until,
    ).toEqual(new Date(LATER))
  })

  it('is in rows for staff, and not for customers', async () => {
    const row = async ({ client }: Person) =>
      ((await client.rpc('get_ticket_detail', { ticket_id: ticket })).data as { ticket: object }).ticket
    expect(await row(people.agent)).toMatchObject({ snoozed_until: LATER })
    expect(await row(people.owner)).toMatchObject({ snoozed_until: null })
  })

  it('filters and sorts lists, with a tag and an assignee too', async () => {
    const { agent } = people
    expect(await found(agent, { snoozed: true })).toEqual([ticket])
    expect(await found(agent, { snoozed: false })).not.toContain(ticket)
    expect(await found(agent, { snoozed: false })).toContain(other)
    expect(await found(agent, { snoozed: true, tag: 'spring', unassigned: true })).toEqual([ticket])
    expect(await found(agent, { snoozed: false, tag: 'spring' })).toEqual([other])
    expect(await found(agent, { snoozed: false, requester: people.owner.id })).toEqual([other])
    expect(await found(agent, { snoozed: true, requester: people.owner.id })).toEqual([ticket])
    await snooze(agent, other, SOON)
    expect(await found(agent, {}, 'snoozed')).toEqual([other, ticket])
    expectError(await agent.client.rpc('list_tickets', { filter: { snoozed: 'yes' } }), 'filter_invalid')
  })

  it('ends by itself when the time has passed', async () => {
    await db`update public.tickets set snoozed_until = now() - interval '1 minute' where id = ${other}`
    expect(await found(people.agent, { snoozed: true })).toEqual([ticket])
    expect(await found(people.agent, { snoozed: false })).toContain(other)
  })

  it('filters searches', async () => {
    const search = async (filter: object) => {
      const { data } = await people.agent.client.rpc('search_tickets', {
        filter: { text: 'samovar', ...filter },
      })
      return (data as { ticket: { id: string } }[]).map((row) => row.ticket.id)
    }
    expect(await search({ snoozed: true })).toContain(ticket)
    await snooze(people.agent, other, null)
    expect(await search({ snoozed: true })).toEqual([ticket])
    expect(await search({ snoozed: false })).toEqual([other])
  })

  it('is counted in saved views', async () => {
    const { agent } = people
    const saved = await agent.client
      .from('saved_views')
      .insert({ name: 'Snoozed', filter: { snoozed: true, sort: 'snoozed' } })
      .select('id')
    expect(saved.error).toBeNull()
    const counts = (await agent.client.rpc('count_queues')).data as { views: Record<string, number> }
    expect(counts.views[String(saved.data?.[0]?.id)]).toBe(1)
  })

  it('can be undone', async () => {
    const { agent } = people
    await snooze(agent, ticket, null)
    const { data, error } = await agent.client.rpc('undo_last_change', { of_ticket: ticket })
    expect(error).toBeNull()
    expect(data).toMatchObject({ results: [{ ok: true }] })
    expect(await found(agent, { snoozed: true })).toEqual([ticket])
    expect((await events()).map(({ to_value }) => to_value)).toEqual([LATER, null])
  })
})
