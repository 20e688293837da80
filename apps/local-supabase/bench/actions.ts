import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Person } from './people'

export interface World {
  people: Person[]
  /** A ticket of another customer. */
  foreignTicket(me: Person): string
  /** Acknowledged writes by request id: each must exist once. */
  acknowledged: Map<string, 'tickets' | 'comments'>
}

/** A wrong response: a foreign row, a wrong shape, too many rows. */
export class WrongAnswer extends Error {}
function assertAnswer(condition: boolean, what: string): void {
  if (!condition) throw new WrongAnswer(what)
}

interface Answer {
  data: unknown
  error: { message: string; code?: string } | null
  status: number
}
const rows = z.array(z.object({ id: z.string(), customer_id: z.string() }))
const detail = z.object({
  ticket: z.object({ id: z.string(), customer_id: z.string() }),
  comments: z.array(z.object({ is_internal: z.boolean(), ticket_id: z.string() })),
  staff: z.unknown(),
})
const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(Math.random() * list.length)]

/** One action of a person. `ask` retries as a client does. */
export type Action = (
  me: Person,
  world: World,
  ask: (send: () => PromiseLike<Answer>) => Promise<unknown>,
) => Promise<void>

const myTickets = (me: Person) => me.client.rpc('list_tickets', { max_rows: 50 })

/** A repeated write fails with 23505 if the first one was committed, which acknowledges it. */
const once = async (send: PromiseLike<Answer>): Promise<Answer> => {
  const answer = await send
  return answer.error?.code === '23505' ? { data: null, error: null, status: 201 } : answer
}

const list: Action = async (me, _world, ask) => {
  const found = rows.parse(await ask(() => myTickets(me)))
  if (me.role === 'customer')
    assertAnswer(
      found.every((row) => row.customer_id === me.id),
      'a foreign ticket in the list',
    )
  assertAnswer(found.length > 0 && found.length <= 50, `${found.length} rows in the list`)
}

const open: Action = async (me, _world, ask) => {
  const ticket = pick(rows.parse(await ask(() => myTickets(me))))
  const read = detail.parse(await ask(() => me.client.rpc('get_ticket_detail', { ticket_id: ticket?.id })))
  assertAnswer(read.ticket.id === ticket?.id, 'not the requested ticket')
  assertAnswer(
    read.comments.every((comment) => comment.ticket_id === ticket?.id),
    'a comment of another ticket',
  )
  if (me.role !== 'customer') return
  assertAnswer(read.ticket.customer_id === me.id, 'a foreign ticket')
  assertAnswer(
    read.staff === null && read.comments.every((comment) => !comment.is_internal),
    'staff-only data',
  )
}

const openForeign: Action = async (me, world, ask) => {
  const id = world.foreignTicket(me)
  assertAnswer(
    (await ask(() => me.client.rpc('get_ticket_detail', { ticket_id: id }))) === null,
    'a foreign ticket',
  )
  const read = await ask(() => me.client.from('tickets').select('id').eq('id', id))
  assertAnswer(Array.isArray(read) && read.length === 0, 'a foreign row')
}

const create: Action = async (me, { acknowledged }, ask) => {
  const request_id = randomUUID()
  const ticket = { subject: `Load ${request_id}`, description: 'Written while others write.', request_id }
  await ask(() => once(me.client.from('tickets').insert(ticket)))
  acknowledged.set(request_id, 'tickets')
}

const comment: Action = async (me, { acknowledged }, ask) => {
  const ticket = pick(rows.parse(await ask(() => myTickets(me))))
  const request_id = randomUUID()
  const row = { ticket_id: ticket?.id, content: 'One more thing.', request_id }
  await ask(() => once(me.client.from('comments').insert(row)))
  acknowledged.set(request_id, 'comments')
}

const reply: Action = async (me, { acknowledged }, ask) => {
  const ticket = pick(rows.parse(await ask(() => myTickets(me))))
  const request_id = randomUUID()
  const is_internal = Math.random() < 0.5
  await ask(() =>
    me.client.rpc('send_reply', {
      ticket_id: ticket?.id,
      content: 'A reply under load.',
      is_internal,
      request_id,
    }),
  )
  acknowledged.set(request_id, 'comments')
}

const dashboard: Action = async (me, _world, ask) => {
  const read = await ask(() => me.client.rpc('get_admin_dashboard'))
  assertAnswer(typeof read === 'object' && read !== null, 'no dashboard')
}

/** Actions of each role; repeated entries are more frequent. */
export const actions: Record<Person['role'], [string, Action][]> = {
  customer: [
    ['list', list],
    ['open', open],
    ['open', open],
    ['open foreign', openForeign],
    ['create', create],
    ['comment', comment],
  ],
  agent: [
    ['list', list],
    ['open', open],
    ['reply', reply],
    ['reply', reply],
  ],
  admin: [
    ['list', list],
    ['open', open],
    ['dashboard', dashboard],
  ],
}
