import type { AuditRow } from '../model/audit'
import { renderAt } from '@helpdesk/tickets/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { ADMIN_ID, callsOf, signInAdmin, stubCalls } from '../parts/testing'
import { AuditLog } from './AuditLog'

const BO = '22222222-2222-4222-8222-222222222222'
const row = (n: number, overrides: Partial<AuditRow> = {}): AuditRow => ({
  id: `33333333-3333-4333-8333-${String(n).padStart(12, '0')}`,
  actor_id: ADMIN_ID,
  actor_name: 'Amy Admin',
  actor_email: 'amy@example.com',
  action: 'role_changed',
  target_id: BO,
  target_label: 'bo@example.com',
  target_name: 'Bo Brown',
  from_value: 'customer',
  to_value: 'agent',
  from_name: null,
  to_name: null,
  created_at: '2026-01-05T12:00:00+00:00',
  ...overrides,
})
const bo = { id: BO, name: 'Bo Brown', email: 'bo@example.com' }
function open(path = '/admin/audit', rows: AuditRow[] = [row(1)]) {
  const sent = stubCalls({
    list_audit: ({ url }) => ({
      body: url.searchParams.has('after_id')
        ? [row(99, { action: 'export', target_label: 'tickets' })]
        : rows,
    }),
    list_users: () => ({
      body: [
        {
          ...bo,
          role: 'agent',
          deactivated_at: null,
          created_at: '2026-01-05',
          last_seen_at: null,
          open_sessions: 0,
          is_confirmed: true,
        },
      ],
    }),
    profiles: () => ({ body: bo }),
  })
  return { sent, ...renderAt(path, [{ path: '/admin/audit', element: <AuditLog /> }]) }
}
const filtersOf = (sent: ReturnType<typeof open>['sent']) =>
  callsOf(sent, 'list_audit').map(({ url }) => [
    url.searchParams.get('filter_action'),
    url.searchParams.get('filter_person'),
  ])

beforeEach(() => signInAdmin())

describe('AuditLog', () => {
  it('shows actor, action, target, both values and the time', async () => {
    open()
    const cells = within(await screen.findByRole('row', { name: /Amy Admin/ })).getAllByRole('cell')
    expect(cells.map((cell) => cell.textContent?.replace(/^(From|To|When)/, ''))).toEqual([
      'Amy Admin changed the role of Bo Brown (bo@example.com)',
      'Customer',
      'Agent',
      expect.stringMatching(/^Jan 5, 2026, /),
    ])
  })

  it('filters by action and person, and keeps both in the URL', async () => {
    const { sent, router } = open()
    await userEvent.selectOptions(screen.getByLabelText('Action'), 'Role changed')
    await userEvent.click(screen.getByRole('button', { name: 'Person: Anyone' }))
    await userEvent.click(await screen.findByRole('button', { name: /Bo Brown/ }))
    expect(await screen.findByRole('button', { name: 'Person: Bo Brown' })).toBeVisible()
    expect(router.state.location.search).toBe(`?action=role_changed&person=${BO}`)
    await waitFor(() => expect(filtersOf(sent).at(-1)).toEqual(['role_changed', BO]))
    await userEvent.click(screen.getByRole('button', { name: 'Show everyone' }))
    expect(router.state.location.search).toBe('?action=role_changed')
  })

  it('filters by the actor when their name is clicked', async () => {
    const { sent } = open()
    await userEvent.click(await screen.findByRole('link', { name: 'Amy Admin' }))
    await waitFor(() => expect(filtersOf(sent).at(-1)).toEqual([null, ADMIN_ID]))
  })

  it('loads the next page after the last row', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => row(n))
    const { sent } = open('/admin/audit', rows)
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
    expect(await screen.findByText(/exported tickets/)).toBeVisible()
    expect(callsOf(sent, 'list_audit').at(-1)?.url.searchParams.get('after_id')).toBe(rows[49]?.id)
    expect(screen.getByRole('status')).toHaveTextContent('51 entries')
  })

  it('explains an empty log, and clears filters that match nothing', async () => {
    const { router } = open('/admin/audit?action=export', [])
    expect(await screen.findByText('No entries match these filters')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('No entries yet')).toBeVisible()
    expect(router.state.location.search).toBe('')
  })

  it('shows an error when loading fails', async () => {
    stubCalls({ list_audit: () => ({ status: 500, body: { message: 'boom' } }) })
    renderAt('/admin/audit', [{ path: '/admin/audit', element: <AuditLog /> }])
    expect(await screen.findByText('Audit log could not be loaded')).toBeVisible()
  })
})
