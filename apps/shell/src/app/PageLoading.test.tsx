import { authStateAtom } from '@helpdesk/auth'
import { UiProvider } from '@helpdesk/ui'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from './missing-chunk'
import { PageLoading } from './PageLoading'

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const open = (since?: number) =>
  render(
    <UiProvider>
      <PageLoading since={since} />
    </UiProvider>,
  )
const user = { id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301', email: 'bo@example.com' }
const setUser = (value: typeof user | null) =>
  getDefaultStore().set(authStateAtom, (state) => ({ ...state, user: value as typeof state.user }))

beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(page, 'reload').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  setUser(null)
})

it('shows a spinner for five seconds, then Retry, which loads the page anew', async () => {
  open()
  await wait(4_999)
  expect(screen.getByRole('status', { name: 'Loading' })).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
  await wait(1)
  expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull()
  expect(screen.getByRole('alert')).toHaveTextContent('The helpdesk is still loading')
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(page.reload).toHaveBeenCalledTimes(1)
})

it('counts from the beginning of the load', async () => {
  const began = performance.now()
  await wait(3_000)
  open(began)
  await wait(1_999)
  expect(screen.queryByRole('alert')).toBeNull()
  await wait(1)
  expect(screen.getByRole('alert')).toBeVisible()
})

it.each([
  ['offers Sign Out to a known user', user, 1],
  ['offers no Sign Out before the session is known', null, 0],
])('%s', async (_, known, buttons) => {
  setUser(known)
  open()
  await wait(5_000)
  expect(screen.queryAllByRole('button', { name: 'Sign Out' })).toHaveLength(buttons)
})
