import { createMemoryRouter, Outlet, RouterProvider } from '@helpdesk/ui/router'
import { act, render } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useScrollRestoration } from './use-scroll-restoration'

function Layout() {
  useScrollRestoration()
  return <Outlet />
}
const scrollTo = vi.fn((_x: number, y: number) => setScroll(y))
function setScroll(y: number) {
  Object.assign(window, { scrollY: y })
  window.dispatchEvent(new Event('scroll'))
}

beforeEach(() => {
  scrollTo.mockClear()
  Object.assign(window, { scrollTo, scrollY: 0 })
})

it('starts new pages at the top, restores the offset on Back and Forward, and keeps it on a query change', async () => {
  const children = [
    { path: '/list', element: <p>list</p> },
    { path: '/one', element: <p>one</p> },
  ]
  const router = createMemoryRouter([{ element: <Layout />, children }], { initialEntries: ['/list'] })
  render(<RouterProvider router={router} />)
  expect(scrollTo).not.toHaveBeenCalled()
  setScroll(900)
  await act(() => router.navigate('/list?rows=100', { replace: true }))
  expect(window.scrollY).toBe(900)
  await act(() => router.navigate('/one'))
  expect(window.scrollY).toBe(0)
  setScroll(40)
  await act(() => router.navigate(-1))
  expect(window.scrollY).toBe(900)
  await act(() => router.navigate(1))
  expect(window.scrollY).toBe(40)
})
