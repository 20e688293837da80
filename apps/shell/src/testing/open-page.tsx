import { UiProvider } from '@helpdesk/ui'
import { createMemoryRouter, RouterProvider } from '@helpdesk/ui/router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode, type ReactNode } from 'react'

/**
 * Renders the page at `path` in strict mode. Other addresses show the text `arrived`.
 * @param pages - pages by their path
 * @param state - location state, such as the path to return to
 * @returns the router
 */
export function openPage(path: string, pages: Record<string, ReactNode>, state?: unknown) {
  const { pathname, search, hash } = new URL(path, 'http://portal.test')
  const router = createMemoryRouter(
    [
      ...Object.entries(pages).map(([path, element]) => ({ path, element })),
      { path: '*', element: <p>arrived</p> },
    ],
    { initialEntries: [{ pathname, search, hash, state }] },
  )
  render(
    <StrictMode>
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>
    </StrictMode>,
  )
  return router
}

/** Clicks a button by its name. */
export const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }))
