import { act, render, screen, waitFor } from '@testing-library/react'
import { StrictMode, useState } from 'react'
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom'
import { expect, it } from 'vitest'
import { usePageFocus } from './page-focus'

let finishLoading: () => void = () => undefined

/** A page whose loaded screen has a heading of its own, as the ticket's has. */
function Loading({ name }: { name: string }) {
  const [isLoaded, setLoaded] = useState(false)
  finishLoading = () => setLoaded(true)
  return isLoaded ? (
    <section>
      <h1>{name}</h1>
      <input aria-label="Reply" />
    </section>
  ) : (
    <h1 key="skeleton">Loading</h1>
  )
}
function Page() {
  usePageFocus()
  return (
    <main>
      <Outlet />
    </main>
  )
}

function open() {
  const children = [
    { path: '/', element: <h1>My Tickets</h1> },
    { path: '/tickets/1', element: <Loading name="Printer is broken" /> },
  ]
  const router = createMemoryRouter([{ element: <Page />, children }])
  render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  return router
}

it('leaves the focus on the first page', () => {
  open()
  expect(document.body).toHaveFocus()
})

it('focuses the heading of the next page, and the one that replaces it when the screen has loaded', async () => {
  const router = open()
  await act(() => router.navigate('/tickets/1'))
  expect(screen.getByRole('heading', { name: 'Loading' })).toHaveFocus()
  act(finishLoading)
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Printer is broken' })).toHaveFocus())
  expect(document.title).toContain('Printer is broken')
})

it('leaves the focus where the user moved it', async () => {
  const router = open()
  await act(() => router.navigate('/tickets/1'))
  act(() => {
    finishLoading()
    queueMicrotask(() => screen.getByLabelText('Reply').focus())
  })
  await waitFor(() => expect(document.title).toContain('Printer is broken'))
  expect(screen.getByLabelText('Reply')).toHaveFocus()
})
