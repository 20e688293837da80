import { fork, type ChildProcess } from 'node:child_process'
import { createGuard } from '../guard'
import type { Log } from '../log/log'
import { createSlowSenders } from './slow-senders'
import { createTaskQueue, type Queued } from './task-queue'

/** A function of a module, as `supabase/functions/_shared/task.ts` describes it. */
interface Task {
  module: string
  name: string
  isUrgent?: boolean
  sender?: string
}

interface Job extends Queued {
  module: string
  name: string
  input: unknown[]
  done(output: unknown): void
  failed(error: Error): void
}

interface TaskRunnerOptions {
  /** Milliseconds from the start of a task; those with many bytes have more. */
  deadline?: number
  /** Tasks that wait behind the running one; urgent ones are counted apart. */
  maxWaiting?: number
  /** Milliseconds without a task after which the process ends. */
  idle?: number
  log?: Log
}

/** Text of a stranger that takes longer is no mail of a person: those take less than 0.5 s. */
const DEADLINE_MS = 5_000
/** Part of the deadline that a sender gets whose text took too long a short time ago. */
const SLOW_SENDER_PART = 0.25
/** A machine under load reads a mail of 25 MB in 5 s. */
const DEADLINE_MS_PER_MB = 600

/** To start the process and to load the module of the first task. */
const START_MS = 20_000

/** Each keeps its mail in memory, and nobody waits longer for an answer than for a few slow ones. */
const MAX_WAITING = 50

/** Far above what a mail of 25 MB needs; V8 ends a process that takes more, before the machine has no memory left. */
const MAX_MEMORY_MB = 1_024

/** Its memory then belongs to others again; a new one takes half a second to start. */
const IDLE_MS = 5 * 60_000

/** Nothing else of the environment, with its secrets, is needed to read a stranger's text. */
const ENVIRONMENT = ['PATH', 'HOME', 'TMPDIR', 'TMP', 'TEMP', 'SystemRoot']

class TaskTimeout extends Error {
  override name = 'TaskTimeout'
}

class TaskRefused extends Error {
  override name = 'TaskRefused'
}

const field = (message: unknown, name: string): unknown =>
  typeof message === 'object' && message !== null ? Reflect.get(message, name) : undefined

const megabytesOf = (input: readonly unknown[]) =>
  input.reduce<number>((sum, value) => sum + (value instanceof Uint8Array ? value.length / 1_000_000 : 0), 0)

const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => ENVIRONMENT.includes(name)))

/**
 * Runs tasks of functions in one process, one after another, so that hostile text never holds up other requests, nor ends the
 * workspace: V8 aborts the process in which a thread takes too much memory at once. A task that is not done by the deadline, or that
 * takes the process with it, rejects with an error of the name `TaskTimeout`; one that finds or keeps no place while too many
 * wait, with `TaskRefused`.
 */
export function createTaskRunner({
  deadline = DEADLINE_MS,
  maxWaiting = MAX_WAITING,
  idle = IDLE_MS,
  log,
}: TaskRunnerOptions = {}) {
  const queue = createTaskQueue<Job>({ deadline, maxWaiting })
  const slowSenders = createSlowSenders()
  let child: ChildProcess | undefined
  let running: Job | undefined
  let timer: NodeJS.Timeout | undefined
  const guard = createGuard({ name: 'tasks', ...(log && { log }) })

  /** Milliseconds until it is ended. */
  function deadlineOf({ isUrgent, sender, megabytes }: Job): number {
    // What is urgent is the last try to read a text.
    const part = !isUrgent && slowSenders.has(sender) ? SLOW_SENDER_PART : 1
    return Math.round(deadline * part + megabytes * DEADLINE_MS_PER_MB)
  }

  function startChild(): ChildProcess {
    const started = fork(new URL('./task-process.mjs', import.meta.url), {
      execArgv: [`--max-old-space-size=${MAX_MEMORY_MB}`],
      env: environment(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    const lost = (reason: string) => {
      if (child !== started) return
      child = undefined
      if (running) log?.(`tasks: ${running.name} has ended its process: ${reason}`, { level: 'error' })
      timedOut(reason)
    }
    started.on(
      'message',
      guard((message: unknown) => {
        if (child !== started) return
        if (field(message, 'begun') === true) return limit(running ? deadlineOf(running) : deadline)
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
      guard((code, signal) => lost(`it exited with ${signal ?? code}`)),
    )
    return started
  }

  function endChild(): void {
    child?.kill('SIGKILL')
    child = undefined
  }

  /** Ends the running task and starts the next one. */
  function settle(end: (job: Job) => void): void {
    const job = running
    running = undefined
    clearTimeout(timer)
    if (job) end(job)
    next()
  }

  function timedOut(reason: string): void {
    slowSenders.add(running?.sender)
    settle((job) => job.failed(new TaskTimeout(reason)))
  }

  function expire(milliseconds: number): void {
    const reason = `${running?.name ?? ''} took longer than ${milliseconds} ms`
    log?.(`tasks: ${reason} and was ended`, { level: 'error' })
    endChild()
    timedOut(reason)
  }

  function limit(milliseconds: number): void {
    clearTimeout(timer)
    timer = setTimeout(
      guard(() => expire(milliseconds)),
      milliseconds,
    )
  }

  /** Nobody waits for the process, which then does not keep this one. */
  function rest(): void {
    child?.unref()
    child?.channel?.unref()
    timer = setTimeout(guard(endChild), idle).unref()
  }

  function next(): void {
    if (running) return
    clearTimeout(timer)
    running = queue.next()
    if (!running) return rest()
    child ??= startChild()
    child.ref()
    child.channel?.ref()
    const { module, name, input } = running
    limit(START_MS)
    try {
      // Whether it arrives is known by the answer, or by the end of the process.
      child.send({ module, name, input }, () => undefined)
    } catch (error) {
      settle((job) => job.failed(error instanceof Error ? error : new Error(String(error))))
    }
  }

  return ({ module, name, isUrgent = false, sender }: Task, ...input: unknown[]): Promise<unknown> =>
    new Promise((done, failed) => {
      const job = { module, name, isUrgent, sender, megabytes: megabytesOf(input), input, done, failed }
      const refused = queue.add(job)
      refused?.failed(new TaskRefused(`${refused.name} waited while too many others did`))
      if (refused !== job) next()
    })
}
