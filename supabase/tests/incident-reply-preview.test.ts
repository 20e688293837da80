/** One reply to all incidents of a problem: rights, and the preview. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createUser, db, expectError, insertComment, insertTicket } from './support/backend'
import { createIncidents } from './support/incidents'

const { people, desk, previewOf, rowOf, send, resultsOf, incidentsOf, comments, ticketOf, sendDue } =
  createIncidents()

describe('the right to reply', () => {
  it('refuses customers and visitors', async () => {
    const { owner, visitor } = people()
    expectError(await owner.client.rpc('preview_incident_reply', { problem: desk.problem }), 'agent_required')
    expectError(await send(owner, [{ id: desk.mine, messages: 0 }]), 'agent_required')
    expect((await visitor.rpc('preview_incident_reply', { problem: desk.problem })).error?.code).toBe('42501')
    const args = {
      problem: desk.problem,
      ticket_ids: [desk.mine],
      seen: [0],
      contents: ['x'],
      request_id: randomUUID(),
    }
    expect((await visitor.rpc('reply_to_incidents', args)).error?.code).toBe('42501')
    expect(await comments(desk.mine)).toEqual([])
  })

  it('lets an agent solve theirs and those of nobody, and answer those of a colleague', async () => {
    const { agent } = people()
    const rows = await incidentsOf()
    expect(resultsOf(await send(agent, rows, { new_status: 'solved' })).map(({ ok }) => ok)).toEqual([
      true,
      true,
      true,
    ])
    await sendDue()
    expect(await ticketOf(desk.mine)).toEqual({ status: 'solved', assigned_to: agent.id })
    expect(await ticketOf(desk.free)).toEqual({ status: 'solved', assigned_to: agent.id })
    expect(await ticketOf(desk.held)).toEqual({ status: 'pending', assigned_to: people().otherAgent.id })
    expect(await ticketOf(desk.problem)).toMatchObject({ status: 'open' })
    for (const id of [desk.mine, desk.free, desk.held])
      expect(await comments(id)).toEqual([
        { content: 'The toasters work again.', user_id: agent.id, is_internal: false, send_at: null },
      ])
  })

  it('lets an admin solve all, and the problem with them', async () => {
    const { admin } = people()
    await send(admin, await previewOf(admin), { new_status: 'solved' })
    await sendDue()
    for (const id of [desk.mine, desk.free, desk.held, desk.problem])
      expect(await ticketOf(id)).toMatchObject({ status: 'solved' })
  })
})

describe('preview_incident_reply', () => {
  it('says of each who gets what, the problem last', async () => {
    const { agent, owner } = people()
    await db`insert into public.ticket_participants (ticket_id, address, name, source)
      values (${desk.mine}, 'bob@partner.example', 'Bob', 'staff'), (${desk.mine}, 'gone@partner.example', 'Gone', 'staff'),
        (${desk.mine}, 'named@partner.example', 'Only named', 'unverified_mail')`
    await db`update public.ticket_participants set left_at = now() where address = 'gone@partner.example'`
    const rows = await previewOf(agent)
    expect(rows.map(({ id }) => id)).toEqual([desk.mine, desk.free, desk.held, desk.problem])
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
    await insertComment(owner, desk.mine)
    expect(await rowOf(desk.mine)).toMatchObject({ messages: 1 })
  })

  it('says whom no mail reaches', async () => {
    const lost = await createUser('customer', 'Lou Lost')
    const quiet = await createUser('customer', 'Quinn Quiet')
    const ids = [await insertTicket(lost), await insertTicket(quiet)]
    for (const id of ids) await db`select private.add_ticket_link(${id}, ${desk.problem}, 'incident')`
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
    const { admin } = people()
    const [{ number } = { number: 0 }] = await db`select number from public.tickets where id = ${desk.free}`
    await admin.client.rpc('merge_tickets', { source: desk.free, target: desk.mine })
    const rows = await incidentsOf(admin)
    expect(rows.map(({ id }) => id)).toEqual([desk.mine, desk.held])
    expect(rows[0]).toMatchObject({ merged: [Number(number)], copies: ['Stan Stranger'] })
  })
})
