// @vitest-environment jsdom
import { dismissToast, menuCountsAtom, menuSlotAtom } from '@helpdesk/ui'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { renderAt, signInAs, stubBackend, type SentRequest } from '@helpdesk/tickets/testing'
import {
  AGENT_ID,
  backendWith,
  buildRows,
  OTHER_AGENT_ID,
  sentTo,
  listArgsOf,
} from '@helpdesk/tickets/testing/build-row'
import { TicketWorklist } from '@helpdesk/staff/screens/worklist/TicketWorklist'
import type { SavedView } from '@helpdesk/staff/model/saved-views'
import { surfaceAtom } from '@helpdesk/staff/palette/surface'
import { ViewTickets } from './ViewTickets'
import { SidebarViews } from '@helpdesk/staff/views/SidebarViews'

const HOME = '/dashboard/agent/views'
const build = (n: number, overrides: Partial<SavedView> = {}): SavedView => ({
  id: `view-${n}`,
  owner_id: AGENT_ID,
  is_shared: false,
  name: `View ${n}`,
  filter: {},
  ...overrides,
})
const burning = build(1, { name: 'Burning', filter: { unassigned: true, priority: ['urgent'] } })
const shared = build(2, {
  name: 'All billing',
  owner_id: OTHER_AGENT_ID,
  is_shared: true,
  filter: { tag: 'billing', sort: 'priority', dir: 'asc' },
})

const withSidebar = (page: ReactNode) => (
  <>
    {page}
    <SidebarViews />
  </>
)
const counts = { unassigned: 0, mine: 0, waiting: 0, unread: 0, unmatched: 3, agents_update: 'own' }

type Answer = { status?: number; body?: unknown }
/** Opens a page on a backend that stores and counts these views. */
function open(
  path: string,
  start: SavedView[] = [burning, shared],
  answer?: (request: SentRequest) => Answer | Promise<Answer> | undefined,
) {
  let views = start
  const sent = stubBackend(
    backendWith(
      () => buildRows(1),
      (request) => {
        const { url, method, body } = request
        const own = answer?.(request)
        if (own) return own
        if (url.pathname.endsWith('count_queues'))
          return {
            body: { ...counts, views: Object.fromEntries(views.map(({ id }, at) => [id, at ? 7 : 1000])) },
          }
        if (!url.pathname.endsWith('saved_views')) return { body: [] }
        const id = url.searchParams.get('id')?.replace('eq.', '')
        const change = typeof body === 'object' ? body : {}
        if (method === 'POST') {
          const created = { ...build(9), ...change }
          views = [...views, created]
          return { status: 201, body: created }
        }
        if (method === 'PATCH') views = views.map((each) => (each.id === id ? { ...each, ...change } : each))
        const hit = views.filter((each) => each.id === id)
        if (method === 'DELETE') views = views.filter((each) => each.id !== id)
        return { body: method === 'GET' ? views : hit }
      },
    ),
  )
  const shown = renderAt(path, [
    { path: HOME, element: withSidebar(<ViewTickets home={HOME} />) },
    {
      path: '/tickets/assigned',
      element: withSidebar(<TicketWorklist label="Mine" scope={{ assignedTo: AGENT_ID }} empty="" />),
    },
    { path: '/dashboard/agent', element: withSidebar(<h1>Dashboard</h1>) },
  ])
  const at = () => shown.router.state.location.pathname + shown.router.state.location.search
  const written = () =>
    sent
      .filter(({ url, method }) => url.pathname.endsWith('saved_views') && method !== 'GET')
      .map(({ method, body }) => [method, body])
  return { ...shown, sent, at, written }
}
const link = (name: string | RegExp) => screen.findByRole('link', { name })
const change = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Change the view ${name}` }))
  return within(await screen.findByRole('dialog', { name: 'Edit view' }))
}
/** The place that the layout gives the views. */
let sidebar: HTMLElement

beforeEach(() => {
  dismissToast()
  localStorage.clear()
  getDefaultStore().set(surfaceAtom, null)
  sidebar = document.body.appendChild(document.createElement('aside'))
  getDefaultStore().set(menuSlotAtom, sidebar)
  signInAs({ id: AGENT_ID, role: 'agent', name: 'Alex Agent', email: 'alex@desk.example' })
})

afterEach(() => sidebar.remove())

describe('views sidebar', () => {
  it('shows views with capped counts and links to their lists', async () => {
    const { sent, at } = open('/tickets/assigned')
    const first = await link(/^Burning ?, more than 999 tickets$/)
    expect(first).toHaveTextContent('999+')
    expect(await link(/All billing.*7 tickets/)).toHaveAttribute(
      'href',
      `${HOME}?view=view-2&assigned=any&tag=billing&sort=priority&dir=asc`,
    )
    await userEvent.click(first)
    expect(await screen.findByRole('heading', { level: 1, name: 'Burning' })).toBeVisible()
    expect(at()).toBe(`${HOME}?view=view-1&assigned=none&priority=urgent`)
    await waitFor(() => expect(sentTo(sent, 'list_tickets')).toHaveLength(2))
    const { filter } = listArgsOf(sentTo(sent, 'list_tickets')[1]!.url.searchParams)
    expect(filter).toEqual({ unassigned: true, priority: ['urgent'] })
    expect(await link(/^Burning/)).toHaveAttribute('aria-current', 'page')
    expect(document.title).toBe('Burning · Helpdesk')
    expect(sentTo(sent, 'count_queues')).toHaveLength(1)
    expect(getDefaultStore().get(menuCountsAtom)).toMatchObject({ '/dashboard/agent/unmatched': 3 })
  })

  it('refetches counts when a ticket changes', async () => {
    const claimed = { ...buildRows(1)[0], assigned_to: AGENT_ID, description: '', tags: null, metadata: null }
    const { sent } = open(`${HOME}?assigned=none`, undefined, ({ url }) =>
      url.pathname.endsWith('claim_ticket') ? { body: claimed } : undefined,
    )
    await link(/999/)
    await userEvent.click(await screen.findByRole('button', { name: 'Assign to me' }))
    await waitFor(() => expect(sentTo(sent, 'count_queues')).toHaveLength(2))
  })

  it('loads after the list', async () => {
    open('/tickets/assigned', undefined, ({ url }) =>
      url.pathname.endsWith('/saved_views') ? new Promise(() => {}) : undefined,
    )
    expect(await screen.findByText('Ticket number 0')).toBeVisible()
    expect(await screen.findByText('Loading views...')).toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'All Tickets' })).toBeVisible()
  })

  it('shows an empty state, and offers Retry after a failure', async () => {
    const { unmount } = open('/tickets/assigned', [])
    expect(await screen.findByText(/save it here with \+/)).toBeVisible()
    unmount()
    let broken = true
    open('/tickets/assigned', undefined, ({ url }) =>
      broken && url.pathname.endsWith('/saved_views')
        ? { status: 400, body: { message: 'No views today' } }
        : undefined,
    )
    expect(await screen.findByText('An unknown error occurred')).toBeVisible()
    expect(await screen.findByText('Ticket number 0')).toBeVisible()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await link(/^Burning/)).toBeVisible()
  })

  it('saves the list only on pages with a list', async () => {
    open('/dashboard/agent')
    expect(await link(/^Burning/)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Save this list as a view' })).toBeNull()
  })

  it('requests nothing while the sidebar is closed', async () => {
    getDefaultStore().set(menuSlotAtom, null)
    const { sent } = open('/tickets/assigned')
    expect(await screen.findByText('Ticket number 0')).toBeVisible()
    expect(sentTo(sent, 'saved_views')).toEqual([])
    act(() => getDefaultStore().set(menuSlotAtom, sidebar))
    expect(await link(/^Burning/)).toBeVisible()
  })
})

describe('view URLs', () => {
  it('redirects a URL that only names a view to its filter', async () => {
    const { at } = open(`${HOME}?view=view-2`)
    expect(await screen.findByRole('heading', { level: 1, name: 'All billing' })).toBeVisible()
    expect(at()).toBe(`${HOME}?view=view-2&assigned=any&tag=billing&sort=priority&dir=asc`)
  })

  it('shows a warning and the list of the URL when the view is missing', async () => {
    const { sent } = open(`${HOME}?view=strange&assigned=me&status=pending`)
    expect(await screen.findByText(/This view was deleted or is no longer shared/)).toBeVisible()
    const { filter } = listArgsOf(sentTo(sent, 'list_tickets')[0]!.url.searchParams)
    expect(filter).toEqual({ assignee: AGENT_ID, status: ['pending'] })
  })

  it('shows all tickets of a URL without a view, and filters by assignee', async () => {
    const { sent, at } = open(HOME)
    expect(await screen.findByRole('heading', { level: 1, name: 'All Tickets' })).toBeVisible()
    await waitFor(() => expect(sentTo(sent, 'list_tickets')).toHaveLength(1))
    expect(listArgsOf(sentTo(sent, 'list_tickets')[0]!.url.searchParams).filter).toEqual({})
    await userEvent.selectOptions(screen.getByLabelText('Assigned to'), 'Unassigned')
    await waitFor(() => expect(at()).toBe(`${HOME}?assigned=none`))
  })
})

describe('editing views', () => {
  it('saves the current list as a view and opens it', async () => {
    const { written, at } = open('/tickets/assigned?q=scanner&status=open')
    await userEvent.click(await screen.findByRole('button', { name: 'Save this list as a view' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Save this list as a view' }))
    expect(dialog.getByLabelText(/Name/)).toHaveFocus()
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('Name is required')).toBeVisible()
    expect(written()).toEqual([])
    await userEvent.type(dialog.getByLabelText(/Name/), 'My scanners')
    await userEvent.click(dialog.getByRole('checkbox', { name: /Share with all/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'My scanners' })).toBeVisible()
    const filter = { text: 'scanner', status: ['open'], assignee: 'me' }
    expect(written()).toEqual([
      ['POST', { owner_id: AGENT_ID, name: 'My scanners', is_shared: true, filter }],
    ])
    expect(at()).toBe(`${HOME}?view=view-9&assigned=me&q=scanner&status=open`)
    expect(await link(/^My scanners/)).toHaveAttribute('aria-current', 'page')
  })

  it('renames and shares a view', async () => {
    const { written } = open('/tickets/assigned')
    const dialog = await change('Burning')
    const name = dialog.getByLabelText(/Name/)
    await userEvent.clear(name)
    await userEvent.type(name, 'On fire')
    await userEvent.click(dialog.getByRole('checkbox', { name: /Share with all/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await link(/^On fire/)).toBeVisible()
    expect(written()).toEqual([['PATCH', { name: 'On fire', is_shared: true }]])
  })

  it('updates a view to the current filter, only when it differs', async () => {
    const { written, router } = open(`${HOME}?view=view-1`)
    await screen.findByRole('heading', { level: 1, name: 'Burning' })
    expect(screen.queryByRole('button', { name: 'Update view' })).toBeNull()
    await act(() => router.navigate(`${HOME}?view=view-1&assigned=none&priority=high`))
    await userEvent.click(await screen.findByRole('button', { name: 'Update view' }))
    expect(await screen.findByText('View updated')).toBeVisible()
    expect(written()).toEqual([['PATCH', { filter: { priority: ['high'], unassigned: true } }]])
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Update view' })).toBeNull())
  })

  it('deletes a view after confirmation and keeps the list', async () => {
    const { written, at } = open(`${HOME}?view=view-1`)
    const dialog = await change('Burning')
    await userEvent.click(dialog.getByRole('button', { name: 'Delete view' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(written()).toEqual([])
    await userEvent.click(dialog.getByRole('button', { name: 'Delete view' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }))
    await screen.findByText('View deleted')
    expect(written()).toEqual([['DELETE', undefined]])
    expect(at()).toBe(`${HOME}?assigned=none&priority=urgent`)
    expect(screen.queryByRole('link', { name: /^Burning/ })).toBeNull()
  })

  it('moves a view and keeps the order after a reload', async () => {
    const { unmount, written } = open('/tickets/assigned')
    const order = () =>
      within(screen.getByRole('navigation', { name: 'Views' }))
        .getAllByRole('link')
        .map((each) => each.getAttribute('title'))
        .filter(Boolean)
    const dialog = await change('All billing')
    expect(order()).toEqual(['Burning', 'All billing'])
    expect(dialog.queryByLabelText(/Name/)).toBeNull()
    expect(dialog.getByText('2 of 2')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Move up' }))
    expect(dialog.getByText('1 of 2')).toBeVisible()
    expect(order()).toEqual(['All billing', 'Burning'])
    unmount()
    open('/tickets/assigned')
    await link(/^Burning/)
    expect(order()).toEqual(['All billing', 'Burning'])
    expect(written()).toEqual([])
  })

  it('shows why a change was refused and keeps the form', async () => {
    open('/tickets/assigned', undefined, ({ method }) => (method === 'PATCH' ? { body: [] } : undefined))
    const dialog = await change('Burning')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('This view was deleted, or you cannot edit it')).toBeVisible()
  })
})
