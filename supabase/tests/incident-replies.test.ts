/** One reply to all incidents of a problem: rights, preview, what each gets, undo, races and repeated requests. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createUser,
  createUsers,
  db,
  expectError,
  insertComment,
  insertTicket,
  type TestUser,
} from './support/backend'
import { whenBlocked } from './support/when-blocked'

let people: Awaited<ReturnType<typeof createUsers>>
let problem: string
let mine: string
let free: string
let held: string

interface Row {
  id: string
  number: number
  is_problem: boolean
  status: string
  requester_name: string | null
  mail: string
  copies: string[] | null
  may_change: boolean
  merged: number[] | null
  waits: boolean
  messages: number
}
interface Result {
  id: string
  ok: boolean
  code: string | null
  hint: string | null
  comment_id: string | null
  send_at: string | null
}

const undoSeconds = (seconds: number) =>
  db`update public.workspace_settings set undo_send_seconds = ${seconds}`
const previewOf = async ({ client }: TestUser) => {
  const { data, error } = await client.rpc('preview_incident_reply', { problem })
  expect(error).toBeNull()
  return (data as { tickets: Row[] }).tickets
}
const rowOf = async (id: string, person = people.agent) =>
  (await previewOf(person)).find((row) => row.id === id)
const send = ({ client }: TestUser, rows: Pick<Row, 'id' | 'messages'>[], more: object = {}) =>
  client.rpc('reply_to_incidents', {
    problem,
    ticket_ids: rows.map(({ id }) => id),
    seen: rows.map(({ messages }) => messages),
    contents: ['The toasters work again.'],
    request_id: randomUUID(),
    ...more,
  })
const resultsOf = ({ data, error }: { data: unknown; error: unknown }) => {
  expect(error).toBeNull()
  return (data as { results: Result[] }).results
}
const incidentsOf = async (person = people.agent) =>
  (await previewOf(person)).filter(({ is_problem }) => !is_problem)
const comments = (id: string) =>
  db<{ content: string; user_id: string; is_internal: boolean; send_at: Date | null }[]>`
    select content, user_id, is_internal, send_at from public.comments where ticket_id = ${id} order by created_at`
const ticketOf = async (id: string) =>
  (await db`select status, assigned_to from public.tickets where id = ${id}`)[0]
/** As when the seconds of the undo are over. */
const sendDue = async () => {
  await db`update public.comments set send_at = now() - interval '1 second' where send_at is not null`
  await db`select public.send_due_replies(100)`
}

beforeAll(async () => {
  people = await createUsers()
})
afterAll(async () => {
  await undoSeconds(0)
  await db`delete from public.comments where send_at is not null`
})
beforeEach(async () => {
  const { owner, otherCustomer, agent, otherAgent } = people
  await undoSeconds(10)
  await db`delete from public.comments where send_at is not null`
  problem = await insertTicket(owner, { subject: 'Every toaster is broken' })
  mine = await insertTicket(owner, { assigned_to: agent.id, status: 'in_progress' })
  free = await insertTicket(otherCustomer, { subject: 'No toast' })
  held = await insertTicket(otherCustomer, { assigned_to: otherAgent.id, status: 'pending' })
  for (const id of [mine, free, held]) await db`select private.add_ticket_link(${id}, ${problem}, 'incident')`
})

describe('the right to reply', () => {
  it('refuses customers and visitors', async () => {
    const { owner, visitor } = people
    expectError(await owner.client.rpc('preview_incident_reply', { problem }), 'agent_required')
    expectError(await send(owner, [{ id: mine, messages: 0 }]), 'agent_required')
    expect((await visitor.rpc('preview_incident_reply', { problem })).error?.code).toBe('42501')
    const args = { problem, ticket_ids: [mine], seen: [0], contents: ['x'], request_id: randomUUID() }
    expect((await visitor.rpc('reply_to_incidents', args)).error?.code).toBe('42501')
    expect(await comments(mine)).toEqual([])
  })

  it('lets an agent solve theirs and those of nobody, and answer those of a colleague', async () => {
    const { agent } = people
    const rows = await incidentsOf()
    expect(resultsOf(await send(agent, rows, { new_status: 'solved' })).map(({ ok }) => ok)).toEqual([
      true,
      true,
      true,
    ])
    await sendDue()
    expect(await ticketOf(mine)).toEqual({ status: 'solved', assigned_to: agent.id })
    expect(await ticketOf(free)).toEqual({ status: 'solved', assigned_to: agent.id })
    expect(await ticketOf(held)).toEqual({ status: 'pending', assigned_to: people.otherAgent.id })
    expect(await ticketOf(problem)).toMatchObject({ status: 'open' })
    for (const id of [mine, free, held])
      expect(await comments(id)).toEqual([
        { content: 'The toasters work again.', user_id: agent.id, is_internal: false, send_at: null },
      ])
  })

  it('lets an admin solve all, and the problem with them', async () => {
    const { admin } = people
    await send(admin, await previewOf(admin), { new_status: 'solved' })
    await sendDue()
    for (const id of [mine, free, held, problem])
      expect(await ticketOf(id)).toMatchObject({ status: 'solved' })
  })
})

describe('preview_incident_reply', () => {
  it('says of each who gets what, the problem last', async () => {
    const { agent, owner } = people
    await db`insert into public.ticket_participants (ticket_id, address, name, source)
      values (${mine}, 'bob@partner.example', 'Bob', 'staff'), (${mine}, 'gone@partner.example', 'Gone', 'staff'),
        (${mine}, 'named@partner.example', 'Only named', 'unverified_mail')`
    await db`update public.ticket_participants set left_at = now() where address = 'gone@partner.example'`
    const rows = await previewOf(agent)
    expect(rows.map(({ id }) => id)).toEqual([mine, free, held, problem])
    expect(rows[0]).toMatchObject({
      status: 'in_progress',
      requester_name: 'Olive Owner',
      mail: 'mail',
      copies: ['Bob'],
      may_change: true,
      merged: null,
      waits: false,
      messages: 0,
      is_problem: false,
    })
    expect(rows[2]).toMatchObject({ may_change: false, assignee_name: 'Rick Rival' })
    expect(rows[3]).toMatchObject({ is_problem: true })
    await insertComment(owner, mine)
    expect(await rowOf(mine)).toMatchObject({ messages: 1 })
  })

  it('says whom no mail reaches', async () => {
    const lost = await createUser('customer', 'Lou Lost')
    const quiet = await createUser('customer', 'Quinn Quiet')
    const ids = [await insertTicket(lost), await insertTicket(quiet)]
    for (const id of ids) await db`select private.add_ticket_link(${id}, ${problem}, 'incident')`
    await db`insert into public.undeliverable_addresses (address, status, reason)
      values (${lost.email}, '5.1.1', 'no such user')`
    await db`update public.profiles set preferences = '{"notify_reply": false}' where id = ${quiet.id}`
    expect((await rowOf(ids[0] ?? ''))?.mail).toBe('undeliverable')
    expect((await rowOf(ids[1] ?? ''))?.mail).toBe('no_mails')
    await db`update public.profiles set email = '' where id = ${quiet.id}`
    expect((await rowOf(ids[1] ?? ''))?.mail).toBe('no_address')
    await db`delete from public.undeliverable_addresses where address = ${lost.email}`
  })

  it('shows merged incidents once, as the ticket that shows them', async () => {
    const { admin } = people
    const [{ number } = { number: 0 }] = await db`select number from public.tickets where id = ${free}`
    await admin.client.rpc('merge_tickets', { source: free, target: mine })
    const rows = await incidentsOf(admin)
    expect(rows.map(({ id }) => id)).toEqual([mine, held])
    expect(rows[0]).toMatchObject({ merged: [Number(number)], copies: ['Stan Stranger'] })
  })
})

describe('reply_to_incidents', () => {
  it('waits for the seconds of an undo, hidden from the customer, and one delete takes all back', async () => {
    const { agent, owner } = people
    const results = resultsOf(await send(agent, await incidentsOf(), { new_status: 'solved' }))
    expect(results.every(({ send_at }) => send_at !== null)).toBe(true)
    expect((await owner.client.from('comments').select('id').eq('ticket_id', mine)).data).toEqual([])
    expect(await ticketOf(mine)).toMatchObject({ status: 'in_progress' })
    expect(await rowOf(mine)).toMatchObject({ waits: true, messages: 1 })
    const ids = results.map(({ comment_id }) => comment_id ?? '')
    const { data } = await agent.client
      .from('comments')
      .delete()
      .in('id', ids)
      .not('send_at', 'is', null)
      .select('id')
    expect(data).toHaveLength(3)
    await sendDue()
    for (const id of [mine, free, held]) expect(await comments(id)).toEqual([])
    expect(await ticketOf(mine)).toMatchObject({ status: 'in_progress' })
  })

  it('sends at once in a workspace without undo, with one mail that names the status', async () => {
    await undoSeconds(0)
    await send(people.agent, await incidentsOf(), { new_status: 'solved' })
    for (const [id, person] of [
      [mine, people.owner],
      [free, people.otherCustomer],
    ] as const) {
      const mails = await db`select kind, new_status, recipient_id from public.notification_outbox
        where ticket_id = ${id} and recipient_id = ${person.id}`
      expect(mails.map((mail) => ({ ...mail }))).toEqual([
        { kind: 'reply', new_status: 'solved', recipient_id: person.id },
      ])
    }
    expect(await ticketOf(free)).toMatchObject({ status: 'solved' })
  })

  it('writes once for a repeated request, also for two at the same time', async () => {
    const { agent } = people
    const rows = await incidentsOf()
    const more = { request_id: randomUUID() }
    const [first, second] = await Promise.all([send(agent, rows, more), send(agent, rows, more)])
    const third = await send(agent, rows, more)
    const ids = (answer: typeof first) => resultsOf(answer).map(({ comment_id }) => comment_id)
    expect(ids(first)).toEqual(ids(second))
    expect(ids(first)).toEqual(ids(third))
    for (const id of [mine, free, held]) expect(await comments(id)).toHaveLength(1)
  })

  it('leaves out a ticket on which somebody wrote since the preview, and names it', async () => {
    const { agent, otherAgent, owner } = people
    const rows = await incidentsOf()
    await insertComment(owner, mine)
    await otherAgent.client.rpc('queue_reply', { ticket_id: held, content: 'I am on it.' })
    expect(resultsOf(await send(agent, rows)).map(({ id, ok, code }) => [id, ok, code])).toEqual(
      [
        [mine, false, 'customer_wrote'],
        [free, true, null],
        [held, false, 'colleague_wrote'],
      ].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    )
    expect(await comments(mine)).toHaveLength(1)
  })

  it('sees a message of a customer that commits while it waits', async () => {
    const { agent, owner } = people
    const rows = (await incidentsOf()).filter(({ id }) => id === mine)
    let sent: ReturnType<typeof send> | undefined
    await db.begin(async (tx) => {
      await tx`select from public.tickets where id = ${mine} for no key update`
      await tx`insert into public.comments (ticket_id, user_id, content) values (${mine}, ${owner.id}, 'It is back')`
      sent = send(agent, rows)
      expect(await whenBlocked(tx, sent)).toBe(true)
    })
    expect(sent && resultsOf(await sent)).toMatchObject([{ ok: false, code: 'customer_wrote' }])
  })

  it('lets one of two agents reply', async () => {
    const { agent, otherAgent } = people
    const [first, second] = [await incidentsOf(agent), await incidentsOf(otherAgent)]
    const answers = await Promise.all([send(agent, first), send(otherAgent, second)])
    const results = answers.flatMap((answer) => resultsOf(answer))
    expect(results.filter(({ ok }) => ok)).toHaveLength(3)
    expect(new Set(results.filter(({ ok }) => !ok).map(({ code }) => code))).toEqual(
      new Set(['colleague_wrote']),
    )
    for (const id of [mine, free, held]) expect(await comments(id)).toHaveLength(1)
  })

  it('refuses other tickets, one that was merged meanwhile, and one that is gone', async () => {
    const { agent, admin, owner } = people
    const rows = await incidentsOf()
    const foreign = await insertTicket(owner)
    const missing = randomUUID()
    await admin.client.rpc('merge_tickets', { source: free, target: foreign })
    const results = resultsOf(
      await send(agent, [...rows, { id: foreign, messages: 0 }, { id: missing, messages: 0 }]),
    )
    const codeOf = (id: string) => results.find((each) => each.id === id)?.code
    // The incident leads to this ticket now, which the preview did not show.
    expect(codeOf(free)).toBe('ticket_merged')
    expect(codeOf(missing)).toBe('not_an_incident')
    await db`delete from private.ticket_links where from_id = ${held}`
    const again = resultsOf(await send(agent, [{ id: held, messages: 1 }]))
    expect(again).toMatchObject([{ ok: false, code: 'not_an_incident' }])
  })

  it('gives each its own text, and keeps the status of one that is closed', async () => {
    const { agent } = people
    await db`update public.tickets set status = 'closed' where id = ${mine}`
    const rows = await incidentsOf()
    await send(agent, rows, { contents: rows.map(({ number }) => `About ${number}`), new_status: 'solved' })
    await sendDue()
    for (const { id, number } of rows) expect((await comments(id))[0]?.content).toBe(`About ${number}`)
    expect(await ticketOf(mine)).toMatchObject({ status: 'closed' })
  })

  it('says nothing about the problem or other incidents to a customer', async () => {
    const { agent, otherCustomer } = people
    await undoSeconds(0)
    await send(agent, await incidentsOf(), { new_status: 'solved' })
    const { data } = await otherCustomer.client.rpc('get_ticket_detail', { ticket_id: free })
    for (const id of [problem, mine, held]) expect(JSON.stringify(data)).not.toContain(id)
    expect((data as { comments: unknown[] }).comments).toHaveLength(1)
  })

  it('refuses a call without a ticket or a text, and reports a text that is too long for each', async () => {
    const { agent } = people
    const rows = await incidentsOf()
    for (const [given, more] of [
      [[], {}],
      [rows, { contents: [] }],
      [rows, { contents: ['a', 'b'] }],
      [rows, { seen: [1] }],
      [rows, { request_id: null }],
      [rows, { new_status: 'done' }],
      [Array<Row>(101).fill(rows[0] as Row), {}],
    ] as [Row[], object][])
      expectError(await send(agent, given, more), 'incident_reply_invalid')
    const long = resultsOf(await send(agent, rows, { contents: ['x'.repeat(10_001)] }))
    expect(new Set(long.map(({ code }) => code))).toEqual(new Set(['change_refused']))
  })
})
