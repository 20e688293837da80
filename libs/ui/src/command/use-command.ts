import {
  hashKey,
  useMutation,
  useQueryClient,
  type MutateOptions,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query'
import { useCallback } from 'react'

export interface CommandOptions<Data, Input, Context> extends UseMutationOptions<
  Data,
  Error,
  Input,
  Context
> {
  /** The kind of command, the same wherever it is offered: `['claim-ticket']`. */
  mutationKey: readonly string[]
  /** What the command acts on. Default: its whole input. */
  target?: (input: Input) => unknown
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
 * A mutation that runs once at a time: while a command of the same kind works on the same target, another start is
 * ignored. The mutation cache is asked synchronously, as two clicks can arrive before React renders again. The
 * promise of an ignored `mutateAsync` stays pending: that start has no outcome of its own.
 */
export function useCommand<Data, Input = void, Context = unknown>({
  target = (input) => input,
  ...options
}: CommandOptions<Data, Input, Context>): Command<Data, Input, Context> {
  const cache = useQueryClient().getMutationCache()
  const mutation = useMutation(options)
  const { mutate, mutateAsync } = mutation
  const kind = hashKey(options.mutationKey)

  const isRunning = useCallback(
    (input: Input) => {
      const wanted = hashKey([target(input)])
      return cache
        .findAll({ mutationKey: options.mutationKey, status: 'pending' })
        .some(({ state }) => hashKey([target(state.variables as Input)]) === wanted)
    },
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a kind has one target and one type of input
    [cache, kind],
  )
  return {
    ...mutation,
    mutate: useCallback(
      (input: Input, callbacks?: Callbacks<Data, Input, Context>) => {
        if (!isRunning(input)) mutate(input, callbacks)
      },
      [isRunning, mutate],
    ),
    mutateAsync: useCallback(
      (input: Input, callbacks?: Callbacks<Data, Input, Context>) =>
        isRunning(input) ? new Promise<Data>(() => undefined) : mutateAsync(input, callbacks),
      [isRunning, mutateAsync],
    ),
  }
}
