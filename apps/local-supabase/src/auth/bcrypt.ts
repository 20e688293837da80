import { Worker } from 'node:worker_threads'
import { z } from 'zod'
import { guarded } from '../guard'
import { HttpError } from '../http/http-error'

/** A comparison takes 0.1 s: a longer queue would outlast the client's timeout. */
const maxQueued = 100
const answerSchema = z.union([
  z.object({ id: z.number(), result: z.union([z.string(), z.boolean()]) }),
  z.object({ id: z.number(), error: z.string() }),
])

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

/** bcrypt is slow by design; on the main thread it would block every other request. */
function run(job: { password: string; hash?: string; rounds?: number }): Promise<string | boolean> {
  if (jobs.size >= maxQueued)
    throw new HttpError(503, 'too_busy', 'Too many sign-ins at once. Please try again.', {
      'retry-after': '5',
    })
  worker ??= startWorker()
  const id = (lastId += 1)
  worker.postMessage({ id, ...job })
  return new Promise((done, failed) => jobs.set(id, { done, failed }))
}

export const hash = async (password: string, rounds: number) => String(await run({ password, rounds }))
export const compare = async (password: string, known: string) =>
  (await run({ password, hash: known })) === true
