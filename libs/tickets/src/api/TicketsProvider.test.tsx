// @vitest-environment jsdom
import { authStateAtom } from '@helpdesk/auth'
import { useMutation, useQuery } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signInAs } from '../testing'
import { TicketsProvider } from './TicketsProvider'

const ask = vi.fn<() => Promise<string>>()
const send = vi.fn<() => Promise<void>>()

function Page() {
  const query = useQuery({ queryKey: ['a page'], queryFn: ask })
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

const open = () =>
  render(
    <TicketsProvider>
      <Page />
    </TicketsProvider>,
  )
const setExpired = (expired: boolean) =>
  act(() => getDefaultStore().set(authStateAtom, (state) => ({ ...state, expired })))
function browserGoes(next: 'online' | 'offline') {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(next === 'online')
  act(() => void dispatchEvent(new Event(next)))
}

beforeEach(() => {
  signInAs()
  ask.mockReset().mockResolvedValue('first answer')
  send.mockReset().mockRejectedValue(new Error('Failed to fetch'))
})
afterEach(() => {
  browserGoes('online')
  vi.restoreAllMocks()
})

it('asks again after a sign-in over the screen, and keeps what was typed', async () => {
  ask.mockRejectedValueOnce(new Error('refused'))
  open()
  expect(await screen.findByText('refused')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Comment'), 'half a sentence')
  setExpired(true)
  expect(ask).toHaveBeenCalledTimes(1)
  setExpired(false)
  expect(await screen.findByText('first answer')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Comment').value).toBe('half a sentence')
})

it('asks again when the connection is back', async () => {
  open()
  await screen.findByText('first answer')
  browserGoes('offline')
  ask.mockResolvedValue('second answer')
  browserGoes('online')
  expect(await screen.findByText('second answer')).toBeTruthy()
})

it('fails offline at once, reads and writes alike, instead of pausing', async () => {
  browserGoes('offline')
  ask.mockRejectedValue(new Error('no connection'))
  open()
  expect(await screen.findByText('no connection')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(screen.getByText('not sent')).toBeTruthy())
  expect(send).toHaveBeenCalledTimes(1)
})
