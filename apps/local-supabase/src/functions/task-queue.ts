/** Large mails let others go first, but not for long: a flood of them holds up no other's mail. */
const PATIENCE_MS_PER_MB = 20_000
const MAX_PATIENCE_MS = 60_000

export interface Queued {
  isUrgent: boolean
  sender: string | undefined
  megabytes: number
}

interface Place<Job> {
  job: Job
  /** The one with the lowest number is next. */
  due: number
}

interface TaskQueueOptions {
  /** Milliseconds that a task takes at most. */
  deadline: number
  /** Places; urgent tasks have as many of their own. */
  maxWaiting: number
}

/** Tasks in the order in which they run: urgent and small ones first, and each sender's second one behind the first ones of others. */
export function createTaskQueue<Job extends Queued>({ deadline, maxWaiting }: TaskQueueOptions) {
  const waiting: Place<Job>[] = []
  let running: Job | undefined

  const alike = ({ isUrgent }: Job) => waiting.filter(({ job }) => job.isUrgent === isUrgent)

  /** Tasks of the same sender that wait or run. */
  function countOfSender({ sender, isUrgent }: Job): number {
    if (sender === undefined) return 0
    const jobs = [...waiting.map(({ job }) => job), ...(running ? [running] : [])]
    return jobs.filter((other) => other.sender === sender && other.isUrgent === isUrgent).length
  }

  /** Where a task belongs: each of a sender counts as late as if the others of that sender took all of their time. */
  function dueOf(job: Job): number {
    const behind = countOfSender(job) * deadline
    if (job.isUrgent) return behind
    return Date.now() + Math.min(job.megabytes * PATIENCE_MS_PER_MB + behind, MAX_PATIENCE_MS)
  }

  /** The last task of the sender with the most of them, if the sender of this one has fewer even with it. */
  function findReplaced(job: Job): Place<Job> | undefined {
    const places = alike(job)
    const counts = new Map<string | undefined, number>()
    for (const { job: other } of places)
      if (other.sender !== undefined) counts.set(other.sender, (counts.get(other.sender) ?? 0) + 1)
    const most = Math.max(0, ...counts.values())
    if (most <= (counts.get(job.sender) ?? 0) + 1) return undefined
    return places.findLast(({ job: other }) => counts.get(other.sender) === most)
  }

  return {
    /**
     * Gives the task a place, where need be that of a sender with more tasks: however many senders send more than others, one
     * with few finds a place.
     * @returns the task that has none: this one, or the one whose place it took
     */
    add(job: Job): Job | undefined {
      if (countOfSender(job) > maxWaiting / 2) return job
      const isFull = alike(job).length >= maxWaiting
      const replaced = isFull ? findReplaced(job) : undefined
      if (isFull && !replaced) return job
      if (replaced) waiting.splice(waiting.indexOf(replaced), 1)
      const due = dueOf(job)
      const after = waiting.findIndex((other) => other.due > due)
      waiting.splice(after < 0 ? waiting.length : after, 0, { job, due })
      return replaced?.job
    },
    /** Takes the next one, which runs until this is called again. */
    next(): Job | undefined {
      running = waiting.shift()?.job
      return running
    },
  }
}
