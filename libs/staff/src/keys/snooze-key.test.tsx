// @vitest-environment jsdom
import { DEFAULT_WORKSPACE, workspaceAtom } from '@helpdesk/auth'
import { dismissToast } from '@helpdesk/ui'
import { serverNow } from '@helpdesk/ui/clock/server-clock'
import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { AGENT_ID, backendWith, buildRow, OTHER_AGENT_ID, sentTo } from '@helpdesk/tickets/testing/build-row'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TicketWorklist } from '../screens/worklist/TicketWorklist'
import { undoAtom } from '../state/undo'
import { worklistCommands } from '../state/worklist-commands'
import { singleKeysAtom } from './single-keys'
import { WorkspaceKeys } from './WorkspaceKeys'

const rowOf = (n: number) => document.querySelector<HTMLElement>(`tr[data-id="${buildRow(n).id}"]`)!
const body = (sent: ReturnType<typeof stubBackend>, name: string) =>
  sentTo(sent, name).map((request) => request.body)

/** A list with a ticket of nobody, two of the reader (one snoozed), a solved one, and one of a colleague. */
async function openList() {
  const mine = { assigned_to: AGENT_ID, assignee_name: 'Alex Agent' }
  const rows = [
    buildRow(0),
    buildRow(1, mine),
    buildRow(2, { ...mine, snoozed_until: 'infinity' }),
    buildRow(3, { ...mine, status: 'solved' }),
    buildRow(4, { assigned_to: OTHER_AGENT_ID, assignee_name: 'Bo Busy' }),
  ]
  const sent = stubBackend(
    backendWith(
      () => rows,
      ({ url, body: sentBody }) => {
        const { ticket_ids: ids = [] } = { ...(sentBody as { ticket_ids?: string[] } | null) }
        const counts = { unassigned: 1, mine: 3, waiting: 0, unread: 0, unmatched: 0, views: {} }
        if (url.pathname.endsWith('count_queues')) return { body: { ...counts, agents_update: 'own' } }
        return { body: { batch_id: 'b', results: ids.map((id) => ({ id, ok: true })) } }
      },
    ),
  )
  const element = (
    <>
      <TicketWorklist label="All" scope={{}} empty="" />
      <WorkspaceKeys places={[]} listPath="/all" viewsPath="/views" />
    </>
  )
  renderAt('/all', [{ path: '/all', element }])
  await screen.findByText('Ticket number 0')
  await waitFor(() => expect(worklistCommands()).not.toBeNull())
  return sent
}

beforeEach(() => {
  dismissToast()
  getDefaultStore().set(singleKeysAtom, true)
  signInAs({ id: AGENT_ID, role: 'agent', name: 'Alex Agent', email: 'alex@desk.example' })
  // A Wednesday noon, when there is a later today.
  globalThis.__helpdeskClockOffset = new Date(2026, 11, 2, 12, 0).getTime() - Date.now()
})
afterEach(() => {
  globalThis.__helpdeskClockOffset = undefined
  getDefaultStore().set(workspaceAtom, DEFAULT_WORKSPACE)
})

it('snoozes the ticket of the cursor with two keys, offers Undo, and returns the focus to the row', async () => {
  const sent = await openList()
  await userEvent.keyboard('jj')
  expect(rowOf(1)).toHaveFocus()
  await userEvent.keyboard('h')
  const dialog = await screen.findByRole('dialog', { name: 'Snooze' })
  expect(within(dialog).getAllByRole('option')).toHaveLength(6)
  await userEvent.keyboard('6')
  expect(await screen.findByText('1 ticket snoozed until the customer answers')).toBeVisible()
  expect(body(sent, 'snooze_tickets')).toEqual([{ ticket_ids: [buildRow(1).id], until: 'infinity' }])
  expect(body(sent, 'bulk_update_tickets')).toEqual([])
  expect(rowOf(1)).toHaveFocus()
  expect(getDefaultStore().get(undoAtom)).not.toBeNull()
})

it('snoozes until later today with Enter, and wakes a snoozed ticket', async () => {
  const sent = await openList()
  await userEvent.keyboard('jjj')
  await userEvent.keyboard('h')
  await screen.findByRole('dialog', { name: 'Snooze' })
  await userEvent.keyboard('{Enter}')
  await screen.findByText(/snoozed until (?!the customer)/)
  const [{ until } = { until: '' }] = body(sent, 'snooze_tickets') as { until: string }[]
  expect(Math.abs(Date.parse(until) - serverNow() - 3 * 3_600_000)).toBeLessThan(120_000)
  await userEvent.keyboard('h')
  await screen.findByRole('dialog', { name: 'Snooze' })
  await userEvent.keyboard('7')
  await screen.findByText(/no longer snoozed/)
  expect(body(sent, 'snooze_tickets').at(-1)).toEqual({ ticket_ids: [buildRow(2).id] })
})

it('changes nothing when it is closed, and returns the focus', async () => {
  const sent = await openList()
  await userEvent.keyboard('jjh')
  await screen.findByRole('dialog', { name: 'Snooze' })
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(rowOf(1)).toHaveFocus()
  expect(body(sent, 'snooze_tickets')).toEqual([])
})

it('is not offered for a solved ticket, and asks to take over that of a colleague', async () => {
  await openList()
  await userEvent.keyboard('jjjjh')
  expect(rowOf(3)).toHaveFocus()
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.keyboard('jh')
  expect(await screen.findByRole('dialog', { name: /^Take over/ })).toHaveTextContent('Assigned to Bo Busy')
})

it('is in the bar of selected tickets, whose button has the focus again', async () => {
  const sent = await openList()
  await userEvent.keyboard('jx')
  await userEvent.keyboard('jx')
  const button = await screen.findByRole('button', { name: 'Snooze' })
  await userEvent.click(button)
  await userEvent.keyboard('{Escape}')
  expect(button).toHaveFocus()
  await userEvent.keyboard('{Enter}6')
  await screen.findByText('2 tickets snoozed until the customer answers')
  expect(body(sent, 'snooze_tickets')).toEqual([
    { ticket_ids: [buildRow(0).id, buildRow(1).id], until: 'infinity' },
  ])
})

it('offers the hours of the workspace in the reader’s time, keeps the digits, and names the zone', async () => {
  getDefaultStore().set(workspaceAtom, {
    ...DEFAULT_WORKSPACE,
    time_zone: 'Pacific/Apia',
    working_days: [4],
    opens_at: '08:00:00',
    closes_at: '12:00:00',
  })
  const sent = await openList()
  await userEvent.keyboard('jjh')
  const dialog = within(await screen.findByRole('dialog', { name: 'Snooze' }))
  expect(dialog.getByText(/^Your time\. Working hours are 8:00.AM to 12:00.PM in Apia\.$/)).toBeVisible()
  const [first, ...others] = dialog.getAllByRole('option')
  expect(first).toHaveTextContent(/^Next|^Tomorrow|^Wednesday|^Later|^Today/)
  expect(others.at(-1)).toHaveTextContent('Until the customer answers6')
  await userEvent.keyboard('2')
  await screen.findByText(/snoozed until/)
  const [{ until } = { until: '' }] = body(sent, 'snooze_tickets') as { until: string }[]
  // A Thursday morning in Apia.
  expect(until).toMatch(/T19:00:00\.000Z$/)
  expect(new Date(until).getUTCDay()).toBe(3)
})
