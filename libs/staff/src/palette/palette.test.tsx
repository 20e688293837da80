// @vitest-environment jsdom
import { dismissToast } from '@helpdesk/ui'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { AGENT_ID, backendWith, buildFoundRow, foundAnswer } from '@helpdesk/tickets/testing/build-row'
import type { Macro } from '../model/macros'
import { CommandPalette } from './CommandPalette'
import { ticketsPath } from './use-found-people'

const macro: Macro = {
  id: 'm1',
  owner_id: AGENT_ID,
  is_shared: true,
  name: 'Greeting',
  body: 'Hello {{customer.name}}',
  set_status: null,
  set_priority: null,
  add_tags: null,
  created_at: '2026-01-05T10:00:00Z',
  updated_at: '2026-01-05T10:00:00Z',
}

/** Opens the palette. @param search resolves the search for tickets */
async function openPalette(search: Promise<unknown> = Promise.resolve([])) {
  const [go, insertMacro] = [vi.fn(), vi.fn()]
  const rest = backendWith(
    () => [],
    ({ url }) => ({ body: url.pathname.endsWith('/macros') ? [macro] : null }),
  )
  const sent = stubBackend(async (request) =>
    request.url.pathname.endsWith('search_tickets') ? { body: await search } : rest(request),
  )
  const palette = (
    <CommandPalette
      offered={[]}
      hasList
      allTickets="/dashboard/agent/views?assigned=any"
      insertMacro={insertMacro}
      onRun={(run) => run()}
      go={go}
      onClose={() => undefined}
    />
  )
  const { router } = renderAt('/?q=vpn&priority=high&sort=updated_at', [{ path: '/', element: palette }])
  await screen.findByRole('dialog', { name: 'Commands' })
  return { go, insertMacro, sent, search: () => router.state.location.search }
}

beforeAll(() => import('@helpdesk/auth'))
beforeEach(() => {
  dismissToast()
  signInAs({ id: AGENT_ID, role: 'agent', name: 'Alex Agent', email: 'alex@desk.example' })
})

describe('the command palette', () => {
  it('opens a ticket by its number before the search has answered', async () => {
    const { go } = await openPalette(new Promise(() => {}))
    await userEvent.keyboard('#1042{Enter}')
    expect(go).toHaveBeenCalledWith('/tickets/1042')
  })

  it('shows the ticket with the number once it is found, and it alone', async () => {
    await openPalette(Promise.resolve(foundAnswer([buildFoundRow(41)])))
    await userEvent.keyboard('1042')
    expect(await screen.findByRole('option', { name: /#1042/ })).toBeVisible()
    expect(screen.queryByRole('option', { name: 'Open ticket 1042' })).toBeNull()
  })

  it('finds people by name and opens their tickets', async () => {
    const { go } = await openPalette()
    await userEvent.keyboard('rae')
    await userEvent.click(await screen.findByRole('option', { name: /^Tickets of Rae Requester/ }))
    expect(go).toHaveBeenCalledWith('/dashboard/agent/views?assigned=any&q=from%3Arae%40customer.example')
    expect(screen.queryByRole('option', { name: /Bo Busy/ })).toBeNull()
  })

  it('inserts a macro by its name', async () => {
    const { insertMacro } = await openPalette()
    await userEvent.keyboard('greet')
    await userEvent.click(await screen.findByRole('option', { name: /^Insert macro: Greeting/ }))
    expect(insertMacro).toHaveBeenCalledWith(macro)
  })

  it('clears the filters of a list and shows every status, and keeps the order', async () => {
    const { search } = await openPalette()
    await userEvent.keyboard('clear{Enter}')
    expect(search()).toBe('?sort=updated_at')
    await userEvent.clear(screen.getByRole('combobox'))
    await userEvent.keyboard('every status{Enter}')
    expect(search()).toBe('?sort=updated_at&status=all')
  })

  it('switches the density of lists', async () => {
    await openPalette()
    await userEvent.keyboard('compact{Enter}')
    expect(document.documentElement.dataset.density).toBe('compact')
    await userEvent.clear(screen.getByRole('combobox'))
    await userEvent.keyboard('comfortable{Enter}')
    expect(document.documentElement).not.toHaveAttribute('data-density')
  })

  it('switches theme and availability', async () => {
    const { sent } = await openPalette()
    await userEvent.keyboard('dark{Enter}')
    expect(document.documentElement).toHaveClass('dark')
    await userEvent.clear(screen.getByRole('combobox'))
    await userEvent.keyboard('away{Enter}')
    const calls = () => sent.filter(({ url }) => url.pathname.endsWith('set_availability'))
    await waitFor(() => expect(calls().map(({ body }) => body)).toEqual([{ is_away: true }]))
  })
})

it('quotes a name in the list of a person’s tickets', () => {
  expect(ticketsPath('/admin/tickets', { id: 'p', name: 'Rae Requester', email: null })).toBe(
    '/admin/tickets?q=from%3A%22Rae+Requester%22',
  )
})
