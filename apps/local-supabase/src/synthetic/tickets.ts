import { CUSTOMER_EXPONENT, type Person } from './people'
import { Random, WeightedIndex, zipfWeights } from './random'
import { drawTags } from './tags'
import { HOUR, makeThread, type Reply, type Status } from './thread'

export interface Ticket {
  id: string
  status: Status
  priority: string
  customer: Person
  /** The customer, or the agent who took a call. */
  author: Person
  assignee: Person | undefined
  /** Tags that the author gave. */
  givenTags: string[]
  /** Tags as staff see them: those given and those added. */
  tags: string[]
  thread: Reply[]
  version: number
  /** Times in milliseconds since 1970. */
  createdAt: number
  updatedAt: number
  firstResponseAt: number | undefined
  resolvedAt: number | undefined
  closedAt: number | undefined
}

export interface Desk {
  seed: number
  count: number
  /** Time of the newest ticket, in milliseconds since 1970. */
  now: number
  /** The busiest first. */
  customers: readonly Person[]
  agents: readonly Person[]
}

export const DAY = 24 * HOUR
const SPAN = 730 * DAY

/** By rank. */
const priorities = ['low', 'normal', 'medium', 'high', 'urgent']
const priorityIndex = new WeightedIndex([0.15, 0.4, 0.25, 0.15, 0.05])
const activeStatuses = ['open', 'in_progress', 'pending', 'on_hold'] as const
const activeIndex = new WeightedIndex([0.45, 0.25, 0.2, 0.1])

/**
 * Creation time of ticket n of the desk: later for each next one, more per day towards the end, most in working hours.
 * @returns whole milliseconds
 */
function createdAt({ count, now }: Pick<Desk, 'count' | 'now'>, n: number): number {
  const at = now - SPAN + SPAN * ((n + 1) / count) ** 0.75
  const day = Math.floor(at / DAY)
  const part = at / DAY - day
  // Three quarters of a day's tickets arrive from 7 to 18 o'clock, in order all the same.
  const hour = part < 0.1 ? part * 70 : part < 0.85 ? 7 + ((part - 0.1) / 0.75) * 11 : 18 + (part - 0.85) * 40
  return Math.min(now, Math.floor(day * DAY + hour * HOUR))
}

function drawStatus(age: number, random: Random): Status {
  const isActive = random.isBelow(0.004 + 0.8 * Math.exp(-age / (8 * DAY)))
  if (isActive) return activeStatuses[activeIndex.draw(random)]!
  return random.isBelow(age < 20 * DAY ? 0.7 : 0.08) ? 'solved' : 'closed'
}

const exponential = (mean: number, random: Random) => -Math.log(1 - random.next()) * mean

/**
 * Makes the tickets of a desk: `ticketAt(n)` returns ticket n, from 0 for the oldest, and the same one each time.
 */
export function makeTickets(desk: Desk): (n: number) => Ticket {
  const { seed, now, customers, agents } = desk
  const customerIndex = new WeightedIndex(zipfWeights(customers.length, CUSTOMER_EXPONENT))
  const agentIndex = new WeightedIndex(zipfWeights(agents.length, 0.4))
  const drawAgent = (random: Random) => agents[agentIndex.draw(random)]!

  return (n) => {
    const random = new Random(seed, n)
    const id = random.uuid()
    const created = createdAt(desk, n)
    const age = now - created
    const customer = customers[customerIndex.draw(random)]!
    const status = drawStatus(age, random)
    const isResolved = status === 'solved' || status === 'closed'
    const isUnassigned = status === 'open' && random.isBelow(0.6)
    const assignee = isUnassigned ? undefined : drawAgent(random)
    const resolvedAt = isResolved
      ? created + Math.floor(Math.min(age, exponential(3 * DAY, random)))
      : undefined
    const closedAt =
      status === 'closed' ? Math.min(now, resolvedAt! + Math.floor(random.next() * 4 * DAY)) : undefined
    const end = resolvedAt ?? created + age * random.next()
    const { thread, firstResponseAt } = makeThread({
      created,
      end,
      status,
      customer,
      assignee,
      drawAgent,
      random,
    })
    const answers = thread.filter((reply) => !reply.isInternal)
    const tags = drawTags(random)
    return {
      id,
      status,
      priority: priorities[priorityIndex.draw(random)]!,
      customer,
      author: random.isBelow(0.06) ? drawAgent(random) : customer,
      assignee,
      givenTags: random.isBelow(0.2) ? tags.slice(0, 1) : [],
      tags,
      thread,
      version: 1 + answers.length + (status === 'open' ? 0 : 1) + (assignee ? 1 : 0),
      createdAt: created,
      updatedAt: Math.max(closedAt ?? resolvedAt ?? created, answers.at(-1)?.at ?? created),
      firstResponseAt,
      resolvedAt,
      closedAt,
    }
  }
}
