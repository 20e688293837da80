import { fork, type ChildProcess } from 'node:child_process'
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
  /** Milliseconds without a task after which the process ends. */
  idle?: number
  log?: Log
}

/** Text of a stranger that takes longer is no mail of a person; a machine under load reads one of 25 MB in 5 s. */
const DEADLINE_MS = 20_000

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

const environment = () =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => ENVIRONMENT.includes(name)))

/**
 * Runs tasks of functions in one process, one after another, so that hostile text never holds up other requests, nor ends the
 * desk: V8 aborts the process in which a thread takes too much memory at once. A task that is not done by the deadline, or that
 * takes the process with it, rejects with an error of the name `TaskTimeout`; one that comes when too many wait, with
 * `TaskRefused`.
 */
export function createTaskRunner({
  deadline = DEADLINE_MS,
  maxWaiting = MAX_WAITING,
  idle = IDLE_MS,
  log,
}: TaskRunnerOptions = {}) {
  const waiting: Job[] = []
  let child: ChildProcess | undefined
  let running: Job | undefined
  let timer: NodeJS.Timeout | undefined
  const guard = createGuard({ name: 'tasks', ...(log && { log }) })

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
      if (running) log?.(`tasks: ${running.task.name} has ended its process: ${reason}`, { level: 'error' })
      settle((job) => job.failed(new TaskTimeout(reason)))
    }
    started.on(
      'message',
      guard((message: unknown) => {
        if (child !== started) return
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

  function expire(): void {
    const { name } = running?.task ?? { name: '' }
    log?.(`tasks: ${name} took longer than ${deadline} ms and was ended`, { level: 'error' })
    endChild()
    settle((job) => job.failed(new TaskTimeout(`${name} took longer than ${deadline} ms`)))
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
    running = waiting.shift()
    if (!running) return rest()
    child ??= startChild()
    child.ref()
    child.channel?.ref()
    const { task, input } = running
    timer = setTimeout(guard(expire), deadline)
    try {
      // Whether it arrives is known by the answer, or by the end of the process.
      child.send({ ...task, input }, () => undefined)
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
