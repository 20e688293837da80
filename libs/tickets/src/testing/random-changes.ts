import type { Member, openWorkspace } from '@helpdesk/testing/workspace'
import { randomUUID } from 'node:crypto'

/** Part of every note. */
export const SECRET = 'only-for-staff'
/** A list has no more than one page. */
const MOST_TICKETS = 90
const FEWEST_TICKETS = 25

interface RandomChangesOptions {
  workspace: ReturnType<typeof openWorkspace>
  random: () => number
  customers: readonly Member[]
  agents: readonly Member[]
  /** An agent without a page, who loses the role now and then. */
  spare: Member
  /** Tickets that keep their customer and are not deleted. */
  kept: readonly string[]
  /** All tickets; new ones are added, deleted ones taken out. */
  tickets: string[]
}

/** Changes of every kind that a page shows, each as likely as it is listed. */
export function randomChanges(options: RandomChangesOptions) {
  const { workspace, random, customers, agents, spare, kept, tickets } = options
  const { db } = workspace
  const pick = <T>(values: readonly T[]): T => {
    const value = values[Math.floor(random() * values.length)]
    if (value === undefined) throw new Error('nothing to pick')
    return value
  }
  const pickMoving = () => pick(tickets.slice(kept.length))
  const counts = new Map<string, number>()
  const rows = async (query: Promise<{ count: number }>) => (await query).count

  // A value that a ticket has already is no change.
  const set = (ticket: string, column: string, value: string | null) =>
    rows(
      db`update public.tickets set ${db(column)} = ${value} where id = ${ticket} and ${db(column)}::text is distinct from ${value}`,
    )
  const write = (isInternal: boolean) =>
    rows(db`insert into public.comments (ticket_id, user_id, content, is_internal)
      values (${pick(tickets)}, ${pick(agents).id}, ${isInternal ? SECRET : 'A reply'}, ${isInternal})`)
  const someComment = () => db`select c.id from public.comments c where c.ticket_id = ${pick(tickets)}
    order by c.created_at desc limit 1 for update skip locked`

  const changes: Record<string, () => Promise<number>> = {
    status: () => set(pick(tickets), 'status', pick(['open', 'pending', 'solved', 'closed'])),
    priority: () => set(pick(tickets), 'priority', pick(['low', 'high', 'urgent'])),
    assignee: () => set(pick(tickets), 'assigned_to', pick([null, ...agents.map(({ id }) => id)])),
    customer: () => set(pickMoving(), 'customer_id', pick(customers).id),
    reply: () => write(false),
    note: () => write(true),
    tags: () => {
      const tags = pick([['vip'], ['billing', 'vip'], ['hardware']])
      return rows(db`update public.tickets t set tags = ${tags} where t.id = ${pick(tickets)} and not exists (
        select from public.ticket_tags g where g.ticket_id = t.id and g.tags = ${tags})`)
    },
    'edited comment': () =>
      rows(db`update public.comments set content = case when is_internal then ${`${SECRET} ${randomUUID()}`} else ${randomUUID()} end
        where id in (${someComment()})`),
    'deleted comment': () => rows(db`delete from public.comments where id in (${someComment()})`),
    file: () => {
      const ticket = pick(tickets)
      return rows(db`insert into public.attachments (ticket_id, uploaded_by, file_name, file_type, file_size, storage_path)
        select ${ticket}, ${pick(agents).id}, 'notes.txt', 'text/plain', 5, ${`${ticket}/${randomUUID()}.txt`}
        where (select count(*) from public.attachments a where a.ticket_id = ${ticket}) < 4`)
    },
    rating: () => {
      const score = 1 + Math.floor(random() * 5)
      return rows(db`insert into public.ticket_ratings as r (ticket_id, customer_id, score)
        select t.id, t.customer_id, ${score} from public.tickets t where t.id = ${pick(tickets)}
        on conflict (ticket_id) do update set score = excluded.score where r.score <> excluded.score`)
    },
    'new ticket': async () => {
      if (tickets.length >= MOST_TICKETS) return 0
      tickets.push(await workspace.newTicket(pick(customers), { subject: 'A new one' }))
      return 1
    },
    'deleted ticket': async () => {
      if (tickets.length <= FEWEST_TICKETS || random() < 0.5) return 0
      const ticket = pickMoving()
      tickets.splice(tickets.indexOf(ticket), 1)
      return rows(db`delete from public.tickets where id = ${ticket}`)
    },
    role: async () => {
      if (random() < 0.9) return 0
      return rows(
        db`update public.profiles set role = case role when 'agent' then 'customer' else 'agent' end where id = ${spare.id}`,
      )
    },
  }

  return {
    pick,
    /** How many of each kind changed something. */
    counts,
    /** Makes one change, of another kind where the first finds nothing to change. */
    async next(): Promise<void> {
      for (;;) {
        const kind = pick(Object.keys(changes))
        const changed = await changes[kind]?.().catch((error: unknown) => {
          // The ticket was deleted meanwhile.
          if (error instanceof Error && 'code' in error && error.code === '23503') return 0
          throw error
        })
        if (changed === 0) continue
        counts.set(kind, (counts.get(kind) ?? 0) + 1)
        return
      }
    },
  }
}
