/** Tickets of different requesters in one thread: what each customer reads, through every door. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  db,
  expectForbidden,
  insertAttachment,
  insertComment,
  insertTicket,
  type TestUser,
} from './support/backend'

type People = Awaited<ReturnType<typeof createUsers>>
type Shown = {
  ticket: {
    id: string
    description: string
    requester_email: string | null
    last_message_preview: string | null
  }
  comments: { content: string }[]
  attachments: { storage_path: string }[]
  merged: { number: number; description: string; requester_email: string | null }[]
  events: { kind: string }[]
  customer: { email: string | null } | null
}

let people: People
/** The requester of the source, in copy of the target. */
let sam: TestUser
/** The requester of the target. */
let tess: TestUser
let source: string
let target: string
let secretFile: { storage_path: string }
const words = {
  source: `quokka${randomUUID().slice(0, 6)}`,
  target: `wombat${randomUUID().slice(0, 6)}`,
  later: `numbat${randomUUID().slice(0, 6)}`,
  note: `bilby${randomUUID().slice(0, 6)}`,
}

const say = async (author: TestUser, ticket: string, content: string, is_internal = false) => {
  const { data, error } = await author.client
    .from('comments')
    .insert({ ticket_id: ticket, content, is_internal })
    .select('id, ticket_id')
    .single()
  expect(error).toBeNull()
  return data as { id: string; ticket_id: string }
}
const detail = async ({ client }: TestUser, ticket_id: string) => {
  const { data, error } = await client.rpc('get_ticket_detail', { ticket_id })
  expect(error).toBeNull()
  return data as Shown | null
}
/** Everything that a customer can read of both tickets, as one text. */
const everything = async ({ client }: TestUser) => {
  const both = [source, target]
  const answers = await Promise.all([
    client.from('tickets').select().in('id', both),
    client.from('comments').select().in('ticket_id', both),
    client.from('attachments').select().in('ticket_id', both),
    client.from('ticket_events').select().in('ticket_id', both),
    ...both.map((ticket_id) => client.rpc('get_ticket_detail', { ticket_id })),
    ...both.map((ticket_id) => client.rpc('ticket_mails', { ticket_id })),
    client.rpc('list_tickets', {}),
    client.rpc('changes_since', { since: '60' }),
    client.rpc('list_notifications', {}),
    client.rpc('get_customer_dashboard'),
    client.rpc('find_similar_tickets', { subject: 'The printer is on fire' }),
    ...Object.values(words).map((text) => client.rpc('search_tickets', { filter: { text, as_typed: true } })),
  ])
  return JSON.stringify(answers.map(({ data }) => data))
}
const listed = async ({ client }: TestUser) => {
  const { data } = await client.rpc('list_tickets', {})
  return (data as { id: string }[]).map(({ id }) => id)
}
const mailsTo = async (address: string) => {
  const mails = await db<{ contents: Record<string, unknown> }[]>`
    select private.mail_contents(o, 'desk.example') as contents from public.notification_outbox o
    where o.recipient_email = ${address} and o.kind = 'copy' order by o.created_at`
  return mails.map(({ contents }) => contents)
}

beforeAll(async () => {
  people = await createUsers()
  ;[sam, tess] = [people.owner, people.otherCustomer]
  source = await insertTicket(sam, { description: `${words.source} description of Sam` })
  target = await insertTicket(tess, { description: `${words.target} description of Tess` })
  await say(sam, source, `${words.source} comment of Sam`)
  const early = await say(tess, target, `${words.target} comment of Tess`)
  await say(people.agent, source, `${words.note} note on the source`, true)
  await say(people.agent, target, `${words.note} note on the target`, true)
  await insertAttachment(tess, target)
  secretFile = await insertAttachment(tess, target, early.id)
  const { error } = await people.agent.client.rpc('merge_tickets', { source, target })
  expect(error).toBeNull()
  await say(people.agent, target, `${words.later} answer to both`)
})

describe('the requester of the source', () => {
  it('reads their own words and those after the merge, and no earlier word of the other', async () => {
    const all = await everything(sam)
    expect(all).toContain(words.source)
    expect(all).toContain(words.later)
    expect(all).not.toContain(words.target)
    expect(all).not.toContain(words.note)
    expect(all).not.toContain(tess.email)
    // Nor who it is, until they write.
    expect(all).not.toContain('Stan Stranger')
    expect(all).not.toContain(secretFile.storage_path)
    const shown = await detail(sam, source)
    expect(shown?.ticket).toMatchObject({ id: target, description: '', requester_email: null })
    expect(shown?.merged).toMatchObject([{ description: `${words.source} description of Sam` }])
    expect(shown?.comments.map(({ content }) => content)).toEqual([
      `${words.source} comment of Sam`,
      `${words.later} answer to both`,
    ])
    expect(shown?.attachments).toEqual([])
  })

  it('has the two as one in the list, without the preview of an earlier word', async () => {
    expect(await listed(sam)).toEqual([target])
    const [row] = await db<{ id: string }[]>`select id from public.tickets where id = ${target}`
    expect(row?.id).toBe(target)
  })

  it('writes to the target, and changes nothing else there', async () => {
    const { ticket_id } = await say(sam, source, `${words.later} from an older page`)
    expect(ticket_id).toBe(target)
    const { data } = await sam.client
      .from('tickets')
      .update({ status: 'closed' })
      .eq('id', target)
      .select('id')
    expect(data).toEqual([])
    const note = { ticket_id: target, content: 'x', is_internal: true }
    expectForbidden(await sam.client.from('comments').insert(note))
  })

  it('is in copy from the merge on, in mails that quote nothing earlier', async () => {
    const copies =
      await db`select address, source from public.ticket_participants where ticket_id = ${target}`
    expect(copies).toEqual([{ address: sam.email, source: 'merge' }])
    const mails = await mailsTo(sam.email)
    expect(mails.length).toBeGreaterThan(0)
    expect(JSON.stringify(mails)).toContain(words.later)
    expect(JSON.stringify(mails)).not.toContain(words.target)
    expect(JSON.stringify(mails)).not.toContain(words.note)
  })

  it('is told of changes of the target', async () => {
    const { data: seen } = await sam.client.rpc('changes_since', { since: null })
    await db`update public.tickets set priority = 'high' where id = ${target}`
    const { data } = await sam.client.rpc('changes_since', { since: (seen as { cursor: string }).cursor })
    const { tickets } = data as { tickets: { id: string; row?: { id: string } }[] }
    expect(tickets.find(({ id }) => id === target)?.row?.id).toBe(target)
    expect(tickets.find(({ id }) => id === source)?.row).toBeUndefined()
  })
})

describe('the requester of the target', () => {
  it('reads their own words and those after the merge, and nothing of the source', async () => {
    const all = await everything(tess)
    expect(all).toContain(words.target)
    expect(all).toContain(words.later)
    expect(all).not.toContain(words.source)
    expect(all).not.toContain(words.note)
    expect(all).not.toContain(sam.email)
    expect(await detail(tess, source)).toBeNull()
    expect((await detail(tess, target))?.merged).toEqual([])
    expect(await listed(tess)).toEqual([target])
  })
})

it('is nothing to strangers', async () => {
  const stranger = (await createUsers()).owner
  expect(await everything(stranger)).not.toMatch(new RegExp(Object.values(words).join('|')))
})

describe('staff', () => {
  it('read everything in one thread, and find the target by words and by number of the source', async () => {
    const { agent } = people
    const shown = await detail(agent, target)
    const texts = JSON.stringify(shown)
    for (const word of Object.values(words)) expect(texts).toContain(word)
    const [row] = await db<{ number: string }[]>`select number from public.tickets where id = ${source}`
    for (const text of [words.source, words.note, words.later, String(row?.number)]) {
      const { data } = await agent.client.rpc('search_tickets', { filter: { text, as_typed: true } })
      expect(
        (data as { ticket: { id: string } }[]).map(({ ticket }) => ticket.id),
        text,
      ).toEqual([target])
    }
  })

  it('have one of the two in lists, counts, dashboards and reports', async () => {
    const { agent, admin } = people
    const { data } = await agent.client.rpc('list_tickets', { filter: {}, max_rows: 100 })
    const ids = (data as { id: string }[]).map(({ id }) => id)
    expect([ids.includes(source), ids.includes(target)]).toEqual([false, true])
    const all = await agent.client.rpc('list_ticket_ids', { filter: { status: ['open'] } })
    expect(all.data).not.toContain(source)
    const other = await agent.client.rpc('list_tickets', { filter: { requester: sam.id } })
    expect(other.data).toEqual([])
    const counts = async () => {
      const { data: counted } = await agent.client.rpc('count_queues')
      const { data: dashboard } = await admin.client.rpc('get_admin_dashboard')
      const day = new Date().toISOString().slice(0, 10)
      const report = await admin.client.rpc('get_report', { from_day: day, to_day: day })
      const exported = await admin.client.rpc('export_tickets', { from_day: day, to_day: day })
      return [
        (counted as { unassigned: number }).unassigned,
        (dashboard as { unassigned_tickets: number }).unassigned_tickets,
        (report.data as { created: number }).created,
        (exported.data as unknown[]).length,
      ] as const
    }
    const merged = await counts()
    const extra = await insertTicket(sam)
    const more = await counts()
    // Counts of queues and pages of exports end at a number, which tickets of other files may have reached.
    const [unassigned, , , exported] = merged
    expect(more.map((n, i) => n - (merged[i] ?? 0))).toEqual([
      unassigned < 99 ? 1 : expect.any(Number),
      1,
      1,
      exported < 500 ? 1 : expect.any(Number),
    ])
    await agent.client.rpc('merge_tickets', { source: extra, target })
    expect(await counts()).toEqual(merged)
    await db`delete from public.tickets where id = ${extra}`
    expect(await counts()).toEqual(merged)
  })
})

it('ends with the merge: everybody reads what they read before', async () => {
  const { error } = await people.agent.client.rpc('unmerge_ticket', { source })
  expect(error).toBeNull()
  expect(await db`select from public.ticket_participants where ticket_id = ${target}`).toHaveLength(0)
  const [sams, tesses] = [await everything(sam), await everything(tess)]
  expect(sams).toContain(words.source)
  expect(sams).not.toContain(words.target)
  expect(sams).not.toContain(words.later)
  expect(tesses).toContain(words.target)
  expect(tesses).toContain(words.later)
  expect([await listed(sam), await listed(tess)]).toEqual([[source], [target]])
  expect((await detail(sam, source))?.ticket).toMatchObject({ id: source })
  await insertComment(sam, source)
  expect((await detail(sam, source))?.comments).toHaveLength(2)
})
