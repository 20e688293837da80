import { randomUUID } from 'node:crypto'
import type { Person } from './people'
import type { Random } from './random'
import { makeMessage, makeSubject } from './text'

const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** More frequent values are repeated. */
const activeStatuses = ['open', 'open', 'open', 'in_progress', 'in_progress', 'pending', 'on_hold']
const priorities = ['low', 'normal', 'normal', 'medium', 'high', 'normal', 'low', 'medium', 'high', 'urgent']
const threadLengths = [0, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 8, 10]

const areas =
  'billing login shipping hardware account api refund export mobile reports warehouse returns printing calendar search'.split(
    ' ',
  )
const details =
  'bug question outage contract migration vip audit legacy beta training customs warranty pilot holiday escalation'.split(
    ' ',
  )
/** Most frequent first: the areas alone, then an area with a detail, such as `billing-audit`. */
const tagNames = [...areas, ...details.flatMap((detail) => areas.map((area) => `${area}-${detail}`))]

export interface Reply {
  content: string
  author: Person
  isStaff: boolean
  /** A note, which customers do not see. */
  isInternal: boolean
  /** Milliseconds since 1970, as all times here. */
  at: number
}

export interface Ticket {
  id: string
  subject: string
  description: string
  status: string
  priority: string
  customer: Person
  /** The customer, or the agent who took a call. */
  author: Person
  assignee: Person | undefined
  /** Tags as staff see them, the first of which the author gave in some tickets. */
  tags: string[]
  givenTags: string[]
  thread: Reply[]
  createdAt: number
  resolvedAt: number | undefined
  closedAt: number | undefined
}

export interface Workspace {
  /** The busiest first. */
  customers: readonly Person[]
  agents: readonly Person[]
  /** Time of the newest ticket. */
  now: number
}

const isDone = (status: string) => status === 'solved' || status === 'closed'

/** New tickets are mostly active, old ones done. */
function drawStatus(age: number, random: Random): string {
  if (random.isBelow(0.004 + 0.8 * Math.exp(-age / (8 * DAY)))) return random.pick(activeStatuses)
  return random.isBelow(age < 20 * DAY ? 0.7 : 0.08) ? 'solved' : 'closed'
}

/** From one ticket in six for the first tag to a handful in a million for the last. Half of the tickets have none. */
function drawTags(random: Random): string[] {
  const count = random.pick([0, 0, 0, 0, 0, 1, 1, 1, 2, 3])
  const rank = () => Math.min(random.ranked(tagNames.length, 0.9, 0.1), random.below(tagNames.length))
  return [...new Set(Array.from({ length: count }, () => tagNames[rank()]!))]
}

/** Replies and notes in order of time. Staff wrote the last reply where a ticket waits for its customer. */
function makeThread(
  { customer, assignee, status, createdAt }: Pick<Ticket, 'customer' | 'assignee' | 'status' | 'createdAt'>,
  end: number,
  random: Random,
): Reply[] {
  // A young ticket has few replies, and one that nobody took has only the customer's.
  const length = Math.min(random.pick(threadLengths), assignee ? (end - createdAt) / HOUR : random.below(2))
  const waits = status === 'pending' || status === 'on_hold'
  return Array.from({ length: Math.floor(length) }, (_, n): Reply => {
    const isLast = n + 1 >= Math.floor(length)
    const isStaff = assignee !== undefined && (isLast && waits ? true : random.isBelow(0.55))
    return {
      content: makeMessage(customer.language, 1 + random.below(3), random),
      author: isStaff ? assignee : customer,
      isStaff,
      isInternal: isStaff && !isLast && random.isBelow(0.25),
      // Replies are closer together at the start.
      at: createdAt + Math.floor((end - createdAt) * ((n + random.next()) / length) ** 1.5),
    }
  })
}

/**
 * One ticket of a workspace. Tickets arrive over two years, more per day towards the end.
 * @param place - from above 0 for the oldest to 1 for the newest
 */
export function makeTicket({ customers, agents, now }: Workspace, place: number, random: Random): Ticket {
  const createdAt = Math.floor(now - 730 * DAY * (1 - place ** 0.75))
  const age = now - createdAt
  // The largest customer of a million tickets has 2 % of them.
  const customer = customers[random.ranked(customers.length, 0.8, 0.7)]!
  const agent = agents[random.ranked(agents.length, 0.4)]!
  const status = drawStatus(age, random)
  const assignee = status === 'open' && random.isBelow(0.6) ? undefined : agent
  const days = -Math.log(1 - random.next()) * 3
  const resolvedAt = isDone(status) ? createdAt + Math.floor(Math.min(age, days * DAY)) : undefined
  const tags = drawTags(random)
  return {
    id: randomUUID(),
    subject: makeSubject(customer.language, random),
    description: makeMessage(customer.language, 2 + random.below(3), random),
    status,
    priority: random.pick(priorities),
    customer,
    author: random.isBelow(0.06) ? agent : customer,
    assignee,
    tags,
    givenTags: random.isBelow(0.2) ? tags.slice(0, 1) : [],
    thread: makeThread({ customer, assignee, status, createdAt }, resolvedAt ?? now - age / 3, random),
    createdAt,
    resolvedAt,
    closedAt:
      status === 'closed' ? Math.min(now, resolvedAt! + Math.floor(random.next() * 4 * DAY)) : undefined,
  }
}
