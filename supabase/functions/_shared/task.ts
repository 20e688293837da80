/**
 * Work on a stranger's text that may take long: an exported function of a module, with input and output that can be copied to
 * another process.
 */
export interface Task<Input extends unknown[], Output> {
  /** URL of the module. */
  module: string
  /** The function's name there. */
  name: string
  /** Somebody waits for it, or it takes little time: it goes before the others. */
  isUrgent?: boolean
  /** Whose text it is: the second one of a sender waits for the first ones of others. */
  sender?: string
  run(...input: Input): Output | Promise<Output>
}

/**
 * Runs a task. The embedded backend does so in a process of its own with a deadline, and rejects with an error of the name
 * `TaskTimeout` then, or `TaskRefused` when too many tasks wait already; the functions of a hosted project have none.
 */
export type RunTask = <Input extends unknown[], Output>(
  task: Task<Input, Output>,
  ...input: Input
) => Promise<Output>

export const runHere: RunTask = async (task, ...input) => task.run(...input)

/** Whether the task may be run later: nothing is known about its input. */
export const isRefused = (error: unknown): boolean => error instanceof Error && error.name === 'TaskRefused'

export const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TaskTimeout'
