/** One reply to all incidents of a problem: what each gets, undo, races and repeated requests. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { db, expectError, insertComment, insertTicket } from './support/backend'
import { createIncidents, type Row } from './support/incidents'
import { whenBlocked } from './support/when-blocked'

const { people, desk, undoSeconds, rowOf, send, resultsOf, incidentsOf, comments, ticketOf, sendDue } =
  createIncidents()

beforeEach(async () => void (await undoSeconds(10)))
afterAll(async () => void (await undoSeconds(0)))

describe('reply_to_incidents', () => {
  it('waits for the seconds of an undo, hidden from the customer, and one delete takes all back', async () => {
    const { agent, owner } = people()
    const results = resultsOf(await send(agent, await incidentsOf(), { new_status: 'solved' }))
    expect(results.every(({ send_at }) => send_at !== null)).toBe(true)
    expect((await owner.client.from('comments').select('id').eq('ticket_id', desk.mine)).data).toEqual([])
    expect(await ticketOf(desk.mine)).toMatchObject({ status: 'in_progress' })
    expect(await rowOf(desk.mine)).toMatchObject({ waits: true, messages: 1 })
    const ids = results.map(({ comment_id }) => comment_id ?? '')
    const { data } = await agent.client
      .from('comments')
      .delete()
      .in('id', ids)
      .not('send_at', 'is', null)
      .select('id')
    expect(data).toHaveLength(3)
    await sendDue()
    for (const id of [desk.mine, desk.free, desk.held]) expect(await comments(id)).toEqual([])
    expect(await ticketOf(desk.mine)).toMatchObject({ status: 'in_progress' })
  })

  it('sends at once in a workspace without undo, with one mail that names the status', async () => {
    await undoSeconds(0)
    await send(people().agent, await incidentsOf(), { new_status: 'solved' })
    for (const [id, person] of [
      [desk.mine, people().owner],
      [desk.free, people().otherCustomer],
    ] as const) {
      const mails = await db`select kind, new_status, recipient_id from public.notification_outbox
        where ticket_id = ${id} and recipient_id = ${person.id}`
      expect(mails.map((mail) => ({ ...mail }))).toEqual([
        { kind: 'reply', new_status: 'solved', recipient_id: person.id },
      ])
    }
    expect(await ticketOf(desk.free)).toMatchObject({ status: 'solved' })
  })

  it('writes once for a repeated request, also for two at the same time', async () => {
    const { agent } = people()
    const rows = await incidentsOf()
    const more = { request_id: randomUUID() }
    const [first, second] = await Promise.all([send(agent, rows, more), send(agent, rows, more)])
    const third = await send(agent, rows, more)
    const ids = (answer: typeof first) => resultsOf(answer).map(({ comment_id }) => comment_id)
    expect(ids(first)).toEqual(ids(second))
    expect(ids(first)).toEqual(ids(third))
    for (const id of [desk.mine, desk.free, desk.held]) expect(await comments(id)).toHaveLength(1)
  })

  it('leaves out a ticket on which somebody wrote since the preview, and names it', async () => {
    const { agent, otherAgent, owner } = people()
    const rows = await incidentsOf()
    await insertComment(owner, desk.mine)
    await otherAgent.client.rpc('queue_reply', { ticket_id: desk.held, content: 'I am on it.' })
    expect(resultsOf(await send(agent, rows)).map(({ id, ok, code }) => [id, ok, code])).toEqual(
      [
        [desk.mine, false, 'customer_wrote'],
        [desk.free, true, null],
        [desk.held, false, 'colleague_wrote'],
      ].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
    )
    expect(await comments(desk.mine)).toHaveLength(1)
  })

  it('leaves out a ticket whose text still has a placeholder, and names it', async () => {
    const rows = await incidentsOf()
    const contents = rows.map(({ id }) => (id === desk.free ? 'Hi {{customer.first_name}}' : 'Hi Olive'))
    const results = resultsOf(await send(people().agent, rows, { contents }))
    const free = results.find(({ id }) => id === desk.free)
    expect(free).toMatchObject({ ok: false, code: 'placeholder_unfilled', hint: '{{customer.first_name}}' })
    expect(results.filter(({ ok }) => ok)).toHaveLength(2)
    expect(await comments(desk.free)).toEqual([])
  })

  it('sees a message of a customer that commits while it waits', async () => {
    const { agent, owner } = people()
    const rows = (await incidentsOf()).filter(({ id }) => id === desk.mine)
    let sent: ReturnType<typeof send> | undefined
    await db.begin(async (tx) => {
      await tx`select from public.tickets where id = ${desk.mine} for no key update`
      await tx`insert into public.comments (ticket_id, user_id, content) values (${desk.mine}, ${owner.id}, 'It is back')`
      sent = send(agent, rows)
      expect(await whenBlocked(tx, sent)).toBe(true)
    })
    expect(sent && resultsOf(await sent)).toMatchObject([{ ok: false, code: 'customer_wrote' }])
  })

  it('lets one of two agents reply', async () => {
    const { agent, otherAgent } = people()
    const [first, second] = [await incidentsOf(agent), await incidentsOf(otherAgent)]
    const answers = await Promise.all([send(agent, first), send(otherAgent, second)])
    const results = answers.flatMap((answer) => resultsOf(answer))
    expect(results.filter(({ ok }) => ok)).toHaveLength(3)
    expect(new Set(results.filter(({ ok }) => !ok).map(({ code }) => code))).toEqual(
      new Set(['colleague_wrote']),
    )
    for (const id of [desk.mine, desk.free, desk.held]) expect(await comments(id)).toHaveLength(1)
  })

  it('refuses other tickets, one that was merged meanwhile, and one that is gone', async () => {
    const { agent, admin, owner } = people()
    const rows = await incidentsOf()
    const foreign = await insertTicket(owner)
    const missing = randomUUID()
    await admin.client.rpc('merge_tickets', { source: desk.free, target: foreign })
    const results = resultsOf(
      await send(agent, [...rows, { id: foreign, messages: 0 }, { id: missing, messages: 0 }]),
    )
    const codeOf = (id: string) => results.find((each) => each.id === id)?.code
    // The incident leads to this ticket now, which the preview did not show.
    expect(codeOf(desk.free)).toBe('ticket_merged')
    expect(codeOf(missing)).toBe('not_an_incident')
    await db`delete from private.ticket_links where from_id = ${desk.held}`
    const again = resultsOf(await send(agent, [{ id: desk.held, messages: 1 }]))
    expect(again).toMatchObject([{ ok: false, code: 'not_an_incident' }])
  })

  it('gives each its own text, and keeps the status of one that is closed', async () => {
    const { agent } = people()
    await db`update public.tickets set status = 'closed' where id = ${desk.mine}`
    const rows = await incidentsOf()
    await send(agent, rows, { contents: rows.map(({ number }) => `About ${number}`), new_status: 'solved' })
    await sendDue()
    for (const { id, number } of rows) expect((await comments(id))[0]?.content).toBe(`About ${number}`)
    expect(await ticketOf(desk.mine)).toMatchObject({ status: 'closed' })
  })

  it('says nothing about the problem or other incidents to a customer', async () => {
    const { agent, otherCustomer } = people()
    await undoSeconds(0)
    await send(agent, await incidentsOf(), { new_status: 'solved' })
    const { data } = await otherCustomer.client.rpc('get_ticket_detail', { ticket_id: desk.free })
    for (const id of [desk.problem, desk.mine, desk.held]) expect(JSON.stringify(data)).not.toContain(id)
    expect((data as { comments: unknown[] }).comments).toHaveLength(1)
  })

  it('refuses a call without a ticket or a text, and reports a text that is too long for each', async () => {
    const { agent } = people()
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
