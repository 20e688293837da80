// @vitest-environment jsdom
import { densityAtom, dismissToast, toastAtom } from '@helpdesk/ui'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { beforeEach, expect, it } from 'vitest'
import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { AGENT_ID, backendWith, buildRows } from '@helpdesk/tickets/testing/build-row'
import { TicketWorklist } from './TicketWorklist'

const store = getDefaultStore()
const path = '/queue'
const element = <TicketWorklist label="Queue" scope={{ assignedTo: null }} empty="" />

/** @param status of the answer to the change of the profile */
async function open(status = 200) {
  const profile = { id: AGENT_ID, role: 'agent', name: 'Alex Agent', preferences: { theme: 'dark' } }
  const lists = backendWith(() => buildRows(2))
  const sent = stubBackend((request) => {
    const { url, method, body } = request
    if (method === 'PATCH' && status !== 200) return { status, body: { code: '23514', message: 'No' } }
    if (method === 'PATCH') return { body: { ...profile, ...(body as object) } }
    return url.pathname.endsWith('/profiles') && url.searchParams.has('id')
      ? { body: profile }
      : lists(request)
  })
  renderAt(path, [{ path, element }])
  await screen.findByText('2 tickets')
  return { changes: () => sent.filter(({ method }) => method === 'PATCH').map(({ body }) => body) }
}
const rowHeight = () => screen.getByRole('table').dataset.rowHeight

beforeEach(() => {
  dismissToast()
  store.set(densityAtom, 'comfortable')
  signInAs({ id: AGENT_ID, role: 'agent', name: 'Alex Agent', email: 'alex@desk.example' })
})

it('makes the rows compact at once and saves it beside the other preferences', async () => {
  const { changes } = await open()
  const button = screen.getByRole('button', { name: 'Compact rows' })
  expect(button).toHaveAttribute('aria-pressed', 'false')
  expect(rowHeight()).toBe('56')
  await userEvent.click(button)
  expect(button).toHaveAttribute('aria-pressed', 'true')
  expect(rowHeight()).toBe('32')
  expect(document.documentElement.dataset.density).toBe('compact')
  await waitFor(() => expect(changes()).toEqual([{ preferences: { theme: 'dark', density: 'compact' } }]))
  await userEvent.click(button)
  expect(document.documentElement).not.toHaveAttribute('data-density')
})

it('shows the earlier rows and says why when the choice cannot be saved', async () => {
  await open(400)
  await userEvent.click(screen.getByRole('button', { name: 'Compact rows' }))
  await waitFor(() => expect(store.get(toastAtom)?.title).toBe('Density not saved'))
  expect(rowHeight()).toBe('56')
})
