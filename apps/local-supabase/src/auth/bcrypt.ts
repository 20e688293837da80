import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { guarded } from '../guard'
import { createFairQueue, type Shares } from '../limits/fair-queue'

const one = { anonymous: 1, customer: 1, staff: 1 }
/** A comparison takes 0.1 s: more of one source would outlast its own timeouts. */
const shares: Shares = { each: one, upTo: one, waiting: 50 }
/** The sources take turns, so that a flood of passwords keeps nobody else from signing in. */
const queue = createFairQueue(shares, 'passwords')

const answerSchema = z.union([
  z.object({ id: z.number(), result: z.union([z.string(), z.boolean()]) }),
  z.object({ id: z.number(), error: z.string() }),
])

interface Input {
  password: string
  hash?: string
  rounds?: number
}

interface Job {
  done(result: string | boolean): void
  failed(error: unknown): void
}

let worker: Worker | undefined
let lastId = 0
const jobs = new Map<number, Job>()

function startWorker(): Worker {
  const started = new Worker(new URL('./bcrypt-worker.mjs', import.meta.url), { execArgv: [] })
  const failAll = (error: unknown) => {
    worker = undefined
    for (const job of jobs.values()) job.failed(error)
    jobs.clear()
  }
  const settle = (message: unknown) => {
    const answer = answerSchema.parse(message)
    const job = jobs.get(answer.id)
    jobs.delete(answer.id)
    if ('error' in answer) job?.failed(new Error(answer.error))
    else job?.done(answer.result)
  }
  started.on('message', guarded(settle, failAll))
  started.on('error', guarded(failAll, failAll))
  started.unref()
  return started
}

function start(job: Input): Promise<string | boolean> {
  worker ??= startWorker()
  const id = (lastId += 1)
  worker.postMessage({ id, ...job })
  return new Promise((done, failed) => jobs.set(id, { done, failed }))
}

/** bcrypt is slow by design; on the main thread it would block every other request. Throws 429 when a source has too many. */
const run = (source: string, job: Input) => queue.run({ key: source, rank: 'anonymous' }, () => start(job))

/** @param source - who sent the password: an account, a device or an address */
export const hash = async (password: string, rounds: number, source: string) =>
  String(await run(source, { password, rounds }))
export const compare = async (password: string, known: string, source: string) =>
  (await run(source, { password, hash: known })) === true
