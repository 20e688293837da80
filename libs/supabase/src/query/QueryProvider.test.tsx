// @vitest-environment jsdom
import { useMutation, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { QueryProvider } from './QueryProvider'

const read = vi.fn<() => Promise<string>>()
const send = vi.fn<() => Promise<void>>()

function Page() {
  const query = useQuery({ queryKey: ['a page'], queryFn: read })
  const write = useMutation({ mutationFn: send })
  return (
    <>
      <p>{query.data ?? query.error?.message ?? 'loading'}</p>
      <textarea aria-label="Comment" />
      <button onClick={() => write.mutate()}>Send</button>
      {write.isError && <p>not sent</p>}
    </>
  )
}

const page = ({ userId = 'a', expired = false } = {}) => (
  <QueryProvider userId={userId} expired={expired}>
    <Page />
  </QueryProvider>
)

function setBrowser(next: 'online' | 'offline') {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(next === 'online')
  act(() => void dispatchEvent(new Event(next)))
}

beforeEach(() => {
  read.mockReset().mockResolvedValue('first answer')
  send.mockReset().mockRejectedValue(new Error('Failed to fetch'))
})
afterEach(() => {
  cleanup()
  setBrowser('online')
  vi.restoreAllMocks()
})

it('repeats queries after a renewed session and keeps what was typed', async () => {
  read.mockRejectedValueOnce(new Error('refused'))
  const { rerender } = render(page())
  expect(await screen.findByText('refused')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Comment'), 'half a sentence')
  rerender(page({ expired: true }))
  expect(read).toHaveBeenCalledTimes(1)
  rerender(page())
  expect(await screen.findByText('first answer')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Comment').value).toBe('half a sentence')
})

it('starts another user with an empty cache', async () => {
  const { rerender } = render(page())
  await screen.findByText('first answer')
  read.mockReturnValue(new Promise(() => undefined))
  rerender(page({ userId: 'b' }))
  expect(await screen.findByText('loading')).toBeTruthy()
})

it('repeats queries when the connection is back', async () => {
  render(page())
  await screen.findByText('first answer')
  setBrowser('offline')
  read.mockResolvedValue('second answer')
  setBrowser('online')
  expect(await screen.findByText('second answer')).toBeTruthy()
})

it('fails reads and writes at once while offline', async () => {
  setBrowser('offline')
  read.mockRejectedValue(new Error('no connection'))
  render(page())
  expect(await screen.findByText('no connection')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(screen.getByText('not sent')).toBeTruthy())
  expect(send).toHaveBeenCalledTimes(1)
})
