import type { Person } from './people'
import { WeightedIndex, type Random } from './random'

export type Status = 'open' | 'in_progress' | 'pending' | 'on_hold' | 'solved' | 'closed'

export const HOUR = 3_600_000

export interface Reply {
  author: Person
  isStaff: boolean
  /** A note, which customers do not see. */
  isInternal: boolean
  /** Milliseconds since 1970. */
  at: number
}

interface ThreadOptions {
  created: number
  /** Time of the last reply at the latest. */
  end: number
  status: Status
  customer: Person
  assignee: Person | undefined
  drawAgent: (random: Random) => Person
  random: Random
}

/** Lengths of threads and their shares: three on average. */
const lengths = [0, 1, 2, 3, 4, 5, 6, 8, 10, 15, 30]
const lengthIndex = new WeightedIndex([0.11, 0.18, 0.21, 0.18, 0.11, 0.07, 0.05, 0.04, 0.025, 0.015, 0.01])

/** A young ticket has few replies, and one that nobody took has only the customer's. */
function drawLength({ created, end, assignee, random }: ThreadOptions): number {
  const most = end - created < HOUR ? 1 : end - created < 6 * HOUR ? 4 : 30
  return Math.min(lengths[lengthIndex.draw(random)]!, assignee ? most : random.below(2))
}

/** Whether staff wrote the last public reply: a pending ticket waits for its customer, an open one for staff. */
function endsWithStaff(status: Status, random: Random): boolean {
  if (status === 'pending' || status === 'on_hold') return true
  return random.isBelow(status === 'solved' || status === 'closed' ? 0.75 : 0.35)
}

/** The replies and notes of one ticket in order of time, and the time of the first public reply from staff. */
export function makeThread(options: ThreadOptions): { thread: Reply[]; firstResponseAt: number | undefined } {
  const { created, end, status, customer, assignee, drawAgent, random } = options
  const length = drawLength(options)
  const thread: Reply[] = []
  let firstResponseAt: number | undefined
  let lastWasStaff = false
  for (let n = 0; n < length; n++) {
    const isLast = n === length - 1
    const isInternal = assignee !== undefined && !isLast && random.isBelow(0.16)
    const isAnswered: boolean = lastWasStaff ? random.isBelow(0.25) : random.isBelow(0.8)
    const byStaff: boolean = isInternal || (isLast ? endsWithStaff(status, random) : isAnswered)
    const staff: Person | undefined =
      byStaff && assignee ? (random.isBelow(0.85) ? assignee : drawAgent(random)) : undefined
    const author = staff ?? customer
    const isStaff: boolean = staff !== undefined
    // Replies are closer together at the start.
    const at = created + Math.floor((end - created) * ((n + random.next()) / length) ** 1.5)
    thread.push({ author, isStaff, isInternal, at })
    if (isInternal) continue
    lastWasStaff = isStaff
    if (isStaff) firstResponseAt ??= at
  }
  return { thread, firstResponseAt }
}
