import { createMemoryRouter, RouterProvider } from '@helpdesk/ui/router'
import { act, render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useLatestParams } from './use-latest-params'

const withParam = (name: string, value: string) => (now: URLSearchParams) => {
  const next = new URLSearchParams(now)
  next.set(name, value)
  return next
}

it('keeps two changes between renders, and starts from the address after each navigation', async () => {
  let replace: ReturnType<typeof useLatestParams>[1] = () => undefined
  function Grab() {
    replace = useLatestParams()[1]
    return null
  }
  const router = createMemoryRouter([{ path: '/', element: <Grab /> }], { initialEntries: ['/?q=old'] })
  render(<RouterProvider router={router} />)
  await act(async () => {
    replace(withParam('q', 'new'))
    replace(withParam('status', 'open'))
  })
  expect(router.state.location.search).toBe('?q=new&status=open')
  await act(() => router.navigate('/?q=other'))
  await act(async () => replace(withParam('sort', 'newest')))
  expect(router.state.location.search).toBe('?q=other&sort=newest')
})
