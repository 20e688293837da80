import { UiProvider } from '@helpdesk/ui'
import { createMemoryRouter, Outlet, RouterProvider } from '@helpdesk/ui/router'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from '../app/missing-chunk'
import type { Screen } from './late-screen'
import { withLateScreen } from './verified-routes'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** Opens a screen whose code is answered by the returned functions. */
function open() {
  let answer: (screen: Screen) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const code = new Promise<Screen>((resolve, reject) => ([answer, fail] = [resolve, reject]))
  const router = createMemoryRouter([
    {
      element: (
        <>
          <nav>Menu</nav>
          <Outlet />
        </>
      ),
      hydrateFallbackElement: <></>,
      children: [{ path: '/', lazy: () => withLateScreen(code), errorElement: <h1>Failed</h1> }],
    },
  ])
  render(
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>,
  )
  return { answer, fail }
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const Tickets = () => <h1>Tickets</h1>

it('shows a screen that arrives in time without a stand-in', async () => {
  const { answer } = open()
  await pass(4_900)
  answer({ Component: Tickets })
  await pass(0)
  expect(screen.getByRole('heading', { name: 'Tickets' })).toBeVisible()
})

it('shows the layout and Retry after 5 seconds, and the screen when it arrives', async () => {
  const reload = vi.spyOn(page, 'reload').mockImplementation(() => undefined)
  const { answer } = open()
  await pass(5_100)
  expect(screen.getByText('Menu')).toBeVisible()
  expect(screen.getByText('This part of the portal is still loading')).toBeVisible()
  await userEvent
    .setup({ advanceTimers: vi.advanceTimersByTime })
    .click(screen.getByRole('button', { name: 'Retry' }))
  expect(reload).toHaveBeenCalledOnce()
  answer({ Component: Tickets })
  await pass(0)
  expect(screen.getByRole('heading', { name: 'Tickets' })).toBeVisible()
})

it('shows the error screen when a late screen fails', async () => {
  const { fail } = open()
  await pass(5_100)
  fail(new Error('gone'))
  await pass(0)
  expect(screen.getByRole('heading', { name: 'Failed' })).toBeVisible()
})
