import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { createUsers, db, insertTicket, type TestUser, type TestUsers } from './backend'

export interface Row {
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

/** A problem with three incidents: the agent's, nobody's, and a colleague's. Calls vitest's hooks. */
export function createIncidents() {
  let people: TestUsers
  /** Other files have replies that wait at the same time. */
  const staff = () => [people.agent.id, people.otherAgent.id, people.admin.id]
  const desk = { problem: '', mine: '', free: '', held: '' }

  const undoSeconds = (seconds: number) =>
    db`update public.workspace_settings set undo_send_seconds = ${seconds}`
  const previewOf = async ({ client }: TestUser) => {
    const { data, error } = await client.rpc('preview_incident_reply', { problem: desk.problem })
    expect(error).toBeNull()
    return (data as { tickets: Row[] }).tickets
  }
  const rowOf = async (id: string, person = people.agent) =>
    (await previewOf(person)).find((row) => row.id === id)
  const send = ({ client }: TestUser, rows: Pick<Row, 'id' | 'messages'>[], more: object = {}) =>
    client.rpc('reply_to_incidents', {
      problem: desk.problem,
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
    await db`
      update public.comments set send_at = now() - interval '1 second'
      where send_at is not null and user_id = any (${staff()})`
    await db`select public.send_due_replies(100)`
  }

  beforeAll(async () => void (people = await createUsers()))
  afterAll(async () => {
    await db`delete from public.comments where send_at is not null and user_id = any (${staff()})`
  })
  beforeEach(async () => {
    const { owner, otherCustomer, agent, otherAgent } = people
    desk.problem = await insertTicket(owner, { subject: 'Every toaster is broken' })
    desk.mine = await insertTicket(owner, { assigned_to: agent.id, status: 'in_progress' })
    desk.free = await insertTicket(otherCustomer, { subject: 'No toast' })
    desk.held = await insertTicket(otherCustomer, { assigned_to: otherAgent.id, status: 'pending' })
    for (const id of [desk.mine, desk.free, desk.held])
      await db`select private.add_ticket_link(${id}, ${desk.problem}, 'incident')`
  })

  return {
    people: () => people,
    desk,
    undoSeconds,
    previewOf,
    rowOf,
    send,
    resultsOf,
    incidentsOf,
    comments,
    ticketOf,
    sendDue,
  }
}
