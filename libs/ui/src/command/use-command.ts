import {
  hashKey,
  useMutation,
  useQueryClient,
  type MutateOptions,
  type Mutation,
  type MutationCache,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

export interface CommandOptions<Data, Input, Context> extends UseMutationOptions<
  Data,
  Error,
  Input,
  Context
> {
  /** The kind of command, the same in all components: `['claim-ticket']`. */
  mutationKey: readonly string[]
  /** Calls with the same target count as one while it runs. Default: the whole input. */
  target?: (input: Input) => unknown
  /**
   * What a target belongs to when targets replace one another, such as the values of a field: only the newest run counts
   * then, so that a third call may set the first value again. Default: the target itself.
   */
  subject?: (input: Input) => unknown
}

type Callbacks<Data, Input, Context> = MutateOptions<Data, Error, Input, Context>
type Command<Data, Input, Context> = Omit<
  UseMutationResult<Data, Error, Input, Context>,
  'mutate' | 'mutateAsync'
> & {
  mutate: (input: Input, callbacks?: Callbacks<Data, Input, Context>) => void
  mutateAsync: (input: Input, callbacks?: Callbacks<Data, Input, Context>) => Promise<Data>
}

/**
 * A mutation that runs once at a time: while a command of the same kind runs on the same target, further calls are
 * ignored. The mutation cache is read synchronously, because two clicks can arrive before React renders again. An ignored
 * `mutateAsync` settles with the running command; within the same component it stays pending, because the first call
 * already reports the outcome there.
 */
export function useCommand<Data, Input = void, Context = unknown>({
  target = (input) => input,
  subject = target,
  ...options
}: CommandOptions<Data, Input, Context>): Command<Data, Input, Context> {
  const cache = useQueryClient().getMutationCache()
  const mutation = useMutation(options)
  const { mutate, mutateAsync } = mutation
  const kind = hashKey(options.mutationKey)
  const own = useRef(new WeakSet<Mutation>())

  const runningOn = useCallback(
    (input: Input) => {
      const isSame = (of: (input: Input) => unknown, { state }: Mutation) =>
        hashKey([of(state.variables as Input)]) === hashKey([of(input)])
      const newest = cache
        .findAll({ mutationKey: options.mutationKey, status: 'pending' })
        .findLast((run) => isSame(subject, run))
      return newest && isSame(target, newest) ? newest : null
    },
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a kind has one target and one type of input
    [cache, kind],
  )
  const rememberRun = useCallback(
    <Result>(started: Result): Result => {
      const run = cache.getAll().at(-1)
      if (run) own.current.add(run)
      return started
    },
    [cache],
  )
  return {
    ...mutation,
    mutate: useCallback(
      (input: Input, callbacks?: Callbacks<Data, Input, Context>) => {
        if (!runningOn(input)) rememberRun(mutate(input, callbacks))
      },
      [runningOn, rememberRun, mutate],
    ),
    mutateAsync: useCallback(
      (input: Input, callbacks?: Callbacks<Data, Input, Context>) => {
        const run = runningOn(input)
        if (!run) return rememberRun(mutateAsync(input, callbacks))
        return own.current.has(run) ? new Promise<Data>(() => undefined) : outcomeOf<Data>(cache, run)
      },
      [cache, runningOn, rememberRun, mutateAsync],
    ),
  }
}

/** Settles with a run that another component started. */
const outcomeOf = <Data>(cache: MutationCache, run: Mutation) =>
  new Promise<Data>((resolve, reject) => {
    const stop = cache.subscribe(() => {
      const { status, data, error } = run.state
      if (status === 'pending') return
      stop()
      if (status === 'success') resolve(data as Data)
      else reject(error ?? new Error('The command was dropped'))
    })
  })
