import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import { useCommand } from './use-command'

interface Input {
  id: string
  role: string
}

/** A command that two components offer, with its work held open. */
function offered() {
  const finish: ((value: string) => void)[] = []
  const work = vi.fn((_input: Input) => new Promise<string>((resolve) => finish.push(resolve)))
  const client = new QueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const mount = (kind: string) =>
    renderHook(() => useCommand({ mutationKey: [kind], mutationFn: work, target: ({ id }: Input) => id }), {
      wrapper,
    }).result
  return { mount, work, finish }
}
const ada = { id: 'ada', role: 'agent' }

it('ignores a second start of the same command on the same target', async () => {
  const { mount, work, finish } = offered()
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
  expect(onSuccess).toHaveBeenCalledTimes(1)
  expect(settled).not.toHaveBeenCalled()
  expect(row.current).toMatchObject({ isSuccess: true, data: 'done' })
})

it('runs again once the first run is over', async () => {
  const { mount, work, finish } = offered()
  const command = mount('change-role')
  await act(async () => command.current.mutate(ada))
  await act(async () => finish[0]?.('done'))
  await act(async () => command.current.mutate(ada))
  expect(work).toHaveBeenCalledTimes(2)
})

it.each([
  ['another target', 'change-role', { ...ada, id: 'bo' }],
  ['another kind of command', 'end-sessions', ada],
])('runs beside %s', async (_, kind, input) => {
  const { mount, work } = offered()
  const first = mount('change-role')
  const second = mount(kind)
  await act(async () => {
    first.current.mutate(ada)
    second.current.mutate(input)
  })
  expect(work).toHaveBeenCalledTimes(2)
})
