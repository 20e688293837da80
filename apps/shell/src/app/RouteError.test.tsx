import { UiProvider } from '@helpdesk/ui'
import { createMemoryRouter, RouterProvider } from '@helpdesk/ui/router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { RouteError } from './RouteError'

afterEach(() => vi.restoreAllMocks())

it('shows the page again in place after Try again, or the error that it still has', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  let broken = true
  function Page() {
    if (broken) throw new Error('a broken page')
    return <h1>Tickets</h1>
  }
  const router = createMemoryRouter([{ path: '/tickets', element: <Page />, errorElement: <RouteError /> }], {
    initialEntries: ['/tickets?status=open'],
  })
  render(
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>,
  )
  expect(await screen.findByRole('heading', { name: 'Oops!' })).toBeVisible()
  expect(screen.getByText('a broken page')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Return Home' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('a broken page')).toBeVisible()
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Tickets' })).toBeVisible()
  expect(router.state.location).toMatchObject({ pathname: '/tickets', search: '?status=open' })
})

it('does not show the text of a failure that the database did not mean for users', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  function Page(): never {
    throw Object.assign(new Error('DELETE requires a WHERE clause'), { code: '21000' })
  }
  render(
    <UiProvider>
      <RouterProvider
        router={createMemoryRouter([{ path: '/', element: <Page />, errorElement: <RouteError /> }])}
      />
    </UiProvider>,
  )
  expect(await screen.findByRole('heading', { name: 'Oops!' })).toBeVisible()
  expect(screen.queryByText(/WHERE clause/)).toBeNull()
})
