import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { useCommand, type CommandOptions } from './use-command'

interface Input {
  id: string
  role: string
}

/** Mounts a command in several components; its work is pending until `finish` or `fail`. */
function setUp() {
  const finish: ((value: string) => void)[] = []
  const fail: ((error: Error) => void)[] = []
  const work = vi.fn(
    (_input: Input) =>
      new Promise<string>((resolve, reject) => {
        finish.push(resolve)
        fail.push(reject)
      }),
  )
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  type Options = Pick<CommandOptions<string, Input, unknown>, 'target' | 'subject'>
  const mount = (kind: string, options: Options = { target: ({ id }) => id }) =>
    renderHook(() => useCommand({ mutationKey: [kind], mutationFn: work, ...options }), { wrapper }).result
  return { mount, work, finish, fail }
}
const ada = { id: 'ada', role: 'agent' }

it('ignores a second call of the same command on the same target', async () => {
  const { mount, work, finish } = setUp()
  const row = mount('change-role')
  const dialog = mount('change-role')
  const onSuccess = vi.fn()
  const settled = vi.fn()
  await act(async () => {
    row.current.mutate(ada, { onSuccess })
    row.current.mutate(ada, { onSuccess })
    dialog.current.mutate({ ...ada, role: 'admin' }, { onSuccess })
    void dialog.current.mutateAsync(ada).finally(settled)
  })
  expect(work).toHaveBeenCalledTimes(1)
  await act(async () => finish[0]?.('done'))
  await waitFor(() => expect(row.current).toMatchObject({ isSuccess: true, data: 'done' }))
  expect(onSuccess).toHaveBeenCalledTimes(1)
  expect(settled).toHaveBeenCalledTimes(1)
})

it('rejects an ignored call when the run of another component fails', async () => {
  const { mount, fail } = setUp()
  const row = mount('change-role')
  const dialog = mount('change-role')
  const failed = vi.fn()
  await act(async () => {
    row.current.mutate(ada)
    void dialog.current.mutateAsync(ada).catch(failed)
  })
  await act(async () => fail[0]?.(new Error('refused')))
  await waitFor(() => expect(failed).toHaveBeenCalledExactlyOnceWith(new Error('refused')))
})

it('runs a third call that sets the first value again, and ignores its repetition', async () => {
  const { mount, work } = setUp()
  const command = mount('set-role', { target: ({ role }) => role, subject: ({ id }) => id })
  await act(async () => {
    command.current.mutate(ada)
    command.current.mutate({ ...ada, role: 'admin' })
    command.current.mutate({ ...ada, id: 'bo' })
    command.current.mutate(ada)
    command.current.mutate(ada)
  })
  expect(work.mock.calls.map(([{ id, role }]) => `${id} ${role}`)).toEqual([
    'ada agent',
    'ada admin',
    'bo agent',
    'ada agent',
  ])
})

it('runs again after the first run', async () => {
  const { mount, work, finish } = setUp()
  const command = mount('change-role')
  await act(async () => command.current.mutate(ada))
  await act(async () => finish[0]?.('done'))
  await act(async () => command.current.mutate(ada))
  expect(work).toHaveBeenCalledTimes(2)
})

it.each([
  ['the same command on another target', 'change-role', { ...ada, id: 'bo' }],
  ['a command of another kind', 'end-sessions', ada],
])('runs concurrently with %s', async (_, kind, input) => {
  const { mount, work } = setUp()
  const first = mount('change-role')
  const second = mount(kind)
  await act(async () => {
    first.current.mutate(ada)
    second.current.mutate(input)
  })
  expect(work).toHaveBeenCalledTimes(2)
})
