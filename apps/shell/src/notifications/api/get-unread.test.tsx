import { UNREAD_KEY } from '@helpdesk/supabase/query/notification-keys'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useUnread } from './get-unread'

const count = vi.hoisted(() => vi.fn<() => Promise<{ data: unknown; error: unknown; status: number }>>())
vi.mock('@helpdesk/supabase/data-client', () => ({ loadData: () => Promise.resolve({ rpc: count }) }))

const answer = (n: number) => ({ data: { count: n, tickets: [] }, error: null, status: 200 })
const failure = { data: null, error: { message: 'busy' }, status: 503 }
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('asks again soon after the question that followed a change has failed, not after two minutes', async () => {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  count.mockResolvedValueOnce(answer(0)).mockResolvedValueOnce(failure).mockResolvedValue(answer(2))
  const { result } = renderHook(useUnread, {
    wrapper: ({ children }) => <QueryClientProvider client={queries}>{children}</QueryClientProvider>,
  })
  await pass(0)
  expect(result.current.data?.count).toBe(0)
  await act(() => queries.invalidateQueries({ queryKey: UNREAD_KEY }))
  expect(queries.getQueryState(UNREAD_KEY)).toMatchObject({ status: 'error', data: { count: 0 } })
  await pass(10_100)
  expect(result.current.data?.count).toBe(2)
  await pass(60_000)
  expect(count).toHaveBeenCalledTimes(3)
})
