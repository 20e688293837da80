import { Worker } from 'node:worker_threads'
import { createGuard } from '../guard'
import type { Log } from '../log/log'

/** A function of a module, as `supabase/functions/_shared/task.ts` describes it. */
interface Task {
  module: string
  name: string
}

interface Job {
  task: Task
  input: unknown[]
  done(output: unknown): void
  failed(error: Error): void
}

interface TaskRunnerOptions {
  /** Milliseconds from the start of a task. */
  deadline?: number
  /** Tasks that wait behind the running one. */
  maxWaiting?: number
  log?: Log
}

/** Text of a stranger that takes longer is no mail of a person; a machine under load reads one of 25 MB in 5 s. */
const DEADLINE_MS = 20_000

/** Each keeps its mail in memory, and nobody waits longer for an answer than for a few slow ones. */
const MAX_WAITING = 50

/** Far above what a mail of 25 MB needs; a thread that takes more is ended, before the machine has no memory left. */
const MAX_MEMORY_MB = 1_024

class TaskTimeout extends Error {
  override name = 'TaskTimeout'
}

class TaskRefused extends Error {
  override name = 'TaskRefused'
}

const field = (message: unknown, name: string): unknown =>
  typeof message === 'object' && message !== null ? Reflect.get(message, name) : undefined

/**
 * Runs tasks of functions in one thread, one after another, so that hostile text never holds up other requests. A task that is
 * not done by the deadline, or that takes the thread with it, rejects with an error of the name `TaskTimeout`; one that comes
 * when too many wait, with `TaskRefused`.
 */
export function createTaskRunner({
  deadline = DEADLINE_MS,
  maxWaiting = MAX_WAITING,
  log,
}: TaskRunnerOptions = {}) {
  const waiting: Job[] = []
  let worker: Worker | undefined
  let running: Job | undefined
  let timer: NodeJS.Timeout | undefined
  const guard = createGuard({ name: 'tasks', ...(log && { log }) })

  function startWorker(): Worker {
    const started = new Worker(new URL('./task-worker.mjs', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    })
    const lost = (reason: string) => {
      if (worker !== started) return
      worker = undefined
      settle((job) => job.failed(new TaskTimeout(reason)))
    }
    started.on(
      'message',
      guard((message: unknown) => {
        if (worker !== started) return
        const error = field(message, 'error')
        settle((job) =>
          error === undefined ? job.done(field(message, 'output')) : job.failed(new Error(String(error))),
        )
      }),
    )
    started.on(
      'error',
      guard((error: Error) => lost(error.message)),
    )
    started.on(
      'exit',
      guard(() => lost('The thread of the task has ended')),
    )
    started.unref()
    return started
  }

  /** Ends the running task and starts the next one. */
  function settle(end: (job: Job) => void): void {
    const job = running
    running = undefined
    clearTimeout(timer)
    if (job) end(job)
    next()
  }

  function expire(): void {
    const { name } = running?.task ?? { name: '' }
    log?.(`tasks: ${name} took longer than ${deadline} ms and was ended`, { level: 'error' })
    void worker?.terminate()
    worker = undefined
    settle((job) => job.failed(new TaskTimeout(`${name} took longer than ${deadline} ms`)))
  }

  function next(): void {
    if (running) return
    running = waiting.shift()
    if (!running) return worker?.unref()
    worker ??= startWorker()
    // Until it is done, it keeps the process: nobody waits for the thread otherwise.
    worker.ref()
    const { task, input } = running
    timer = setTimeout(guard(expire), deadline)
    try {
      worker.postMessage({ ...task, input })
    } catch (error) {
      settle((job) => job.failed(error instanceof Error ? error : new Error(String(error))))
    }
  }

  return ({ module, name }: Task, ...input: unknown[]): Promise<unknown> =>
    new Promise((done, failed) => {
      if (waiting.length >= maxWaiting)
        return failed(new TaskRefused(`${name} came while ${maxWaiting} tasks waited`))
      waiting.push({ task: { module, name }, input, done, failed })
      next()
    })
}
