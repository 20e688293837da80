import { parseArgs } from 'node:util'
import { connectAs } from '@helpdesk/testing/connect-as'
import { createUser, sql, startStack } from '@helpdesk/testing/stack'
import postgres from 'postgres'

/**
 * `npm run bench:deadlocks -- --seconds 60`: customers, agents and an admin change the same eight tickets at once, as
 * fast as they can, beside the sender of mails. Prints how many changes PostgreSQL ended as deadlocks, by kind. Two
 * pairs cannot be ordered: a ticket is deleted before its parts, but its parts lock it (nobody deletes one here), and a
 * deactivation locks the person before their tickets, but a bulk update assigns a second ticket to the person.
 */
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } })
const until = Date.now() + Number(values.seconds) * 1000
const TICKETS = 8
const words = ['printer', 'visa', 'refund', 'smoke', 'zebra', 'crane', 'lamp', 'invoice']

type Role = 'customer' | 'agent' | 'admin'
type Change = (by: postgres.Sql, me: string) => PromiseLike<unknown>

function pick<T>(list: readonly T[]): T {
  const chosen = list[Math.floor(Math.random() * list.length)]
  if (chosen === undefined) throw new Error('Nothing to choose from')
  return chosen
}
const text = () => `${pick(words)} ${pick(words)} ${Math.random().toString(36).slice(2, 8)}`

const stack = await startStack()
const db = sql(stack)
const counts = { changes: 0, deadlocks: 0 }
const ended = new Map<string, number>()

const person = (role: Role, name: string) =>
  createUser(stack, { email: `${name.toLowerCase().replace(' ', '-')}@example.com`, role, name })
const numbered = (role: Role, name: string, count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => person(role, `${name} ${n}`)))
const customers = await numbered('customer', 'Customer', 3)
const agents = await numbered('agent', 'Agent', 4)
const admin = await person('admin', 'Amy Admin')

async function openTicket(): Promise<string> {
  const { id } = pick(customers)
  const [row] = await db<{ id: string }[]>`
    insert into public.tickets (subject, description, created_by, customer_id)
    values (${text()}, ${text()}, ${id}, ${id}) returning id`
  return String(row?.id)
}
const tickets = await Promise.all(Array.from({ length: TICKETS }, openTicket))
const some = () => [...new Set([pick(tickets), pick(tickets), pick(tickets)])]

const everybody: Record<string, Change> = {
  reply: (by, me) =>
    by`insert into public.comments (ticket_id, user_id, content) values (${pick(tickets)}, ${me}, ${text()})`,
  edit: (by, me) =>
    by`update public.comments set content = ${text()} where ticket_id = ${pick(tickets)} and user_id = ${me}`,
  'delete comments': (by, me) =>
    by`delete from public.comments where ticket_id = ${pick(tickets)} and user_id = ${me}`,
  status: (by) =>
    by`update public.tickets set status = ${pick(['open', 'pending', 'solved'])} where id = ${pick(tickets)}`,
  subject: (by) => by`update public.tickets set subject = ${text()} where id = ${pick(tickets)}`,
  rename: (by, me) => by`update public.profiles set name = ${text()} where id = ${me}`,
}
const staff: Record<string, Change> = {
  ...everybody,
  note: (by, me) =>
    by`insert into public.comments (ticket_id, user_id, content, is_internal)
      values (${pick(tickets)}, ${me}, ${text()}, true)`,
  assign: (by) => by`select public.assign_ticket(${pick(tickets)}, ${pick(agents).id})`,
  claim: (by) => by`select public.claim_ticket(${pick(tickets)})`,
  next: (by) => by`select public.next_ticket()`,
  'take over': (by) => by`select public.take_over_ticket(${pick(tickets)}, 'I know this customer')`,
  undo: (by) => by`select public.undo_last_change()`,
  tags: (by) => by`update public.tickets set tags = ${[pick(words)]} where id = ${pick(tickets)}`,
  bulk: (by) =>
    by`select public.bulk_update_tickets(${some()}, ${by.json(
      pick([
        { status: 'pending' },
        { priority: 'high' },
        { assigned_to: pick(agents).id },
        { add_tags: ['vip'] },
      ]),
    )})`,
}
const admins: Record<string, Change> = {
  ...staff,
  'change a tag': (by) => by`select public.change_tag(${pick(words)}, ${pick(words)})`,
  'deactivate and reactivate': async (by) => {
    const { id } = pick(agents)
    for (const active of [false, true]) await by`select public.set_user_active(${id}, ${active})`
  },
}

/** Runs a change. Other refusals, of rights and limits, are part of the work. */
async function attempt(name: string, change: PromiseLike<unknown>): Promise<void> {
  counts.changes += 1
  try {
    await change
  } catch (error) {
    if (!(error instanceof postgres.PostgresError)) throw error
    if (error.code !== '40P01') return
    counts.deadlocks += 1
    ended.set(name, (ended.get(name) ?? 0) + 1)
  }
}

async function work(id: string, changes: Record<string, Change>): Promise<void> {
  const by = await connectAs(stack, id)
  while (Date.now() < until) {
    const [name, change] = pick(Object.entries(changes))
    await attempt(name, change(by, id))
  }
  await by.end()
}

async function sendMails(): Promise<void> {
  const send = async () => {
    const [mail] = await db<{ id: string }[]>`
      select (m ->> 'id')::uuid as id from public.take_mails('desk.example', 1) m`
    if (mail) await db`select public.finish_notification(${mail.id})`
  }
  while (Date.now() < until) await attempt('send a mail', send())
}

try {
  await Promise.all([
    ...customers.flatMap(({ id }) => [work(id, everybody), work(id, everybody)]),
    ...agents.map(({ id }) => work(id, staff)),
    work(admin.id, admins),
    sendMails(),
  ])
  console.log(counts, Object.fromEntries(ended))
} finally {
  await db.end()
  await stack.stop()
}
