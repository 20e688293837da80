import { UiProvider } from '@helpdesk/ui'
import { menuCountsAtom } from '@helpdesk/ui/frame/frame'
import { createMemoryRouter, RouterProvider } from '@helpdesk/ui/router'
import { render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { expect, it } from 'vitest'
import { SideLinks } from './SideLinks'

it.each([
  [undefined, 'Queue'],
  [0, 'Queue'],
  [1, 'Queue, 1 ticket'],
  [18, 'Queue, 18 tickets'],
  [1200, 'Queue, 999+ tickets'],
])('names an entry with the count %s "%s"', (count, name) => {
  getDefaultStore().set(menuCountsAtom, count === undefined ? {} : { '/queue': count })
  const entries = [{ to: '/queue', label: 'Queue', icon: 'list' }]
  const router = createMemoryRouter([
    { path: '*', element: <SideLinks entries={entries} active={undefined} /> },
  ])
  render(
    <UiProvider>
      <RouterProvider router={router} />
    </UiProvider>,
  )
  expect(screen.getByRole('link')).toHaveAccessibleName(name)
})
