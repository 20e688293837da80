// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import {
  AGENT_ID,
  backendWith,
  buildFoundRow,
  buildRows,
  sentTo,
  listArgsOf,
} from '@helpdesk/tickets/testing/build-row'
import { TicketWorklist } from './TicketWorklist'

const open = (path: string) =>
  renderAt(path, [
    {
      path: '/queue',
      element: <TicketWorklist label="Queue" scope={{ assignedTo: null }} empty="All done." />,
    },
  ])
const options = (label: string) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

beforeEach(() => signInAs({ id: AGENT_ID, role: 'agent', name: 'Alex Agent', email: 'alex@desk.example' }))

it('lists found tickets by best match, with their hits and the corrected text', async () => {
  const hit = {
    marked_subject: 'The \uE000invoice\uE001',
    found_in: 'note' as const,
    found_by: 'Bo Busy',
    snippet: 'an \uE000invoice\uE001 of May',
    corrected: 'invoice',
  }
  const sent = stubBackend(
    backendWith(() => [buildFoundRow(0, hit), buildFoundRow(1, { corrected: 'invoice' })]),
  )
  const { router, container } = open('/queue?q=invocie')
  expect(await screen.findByText(/Note by Bo Busy/)).toHaveTextContent('Note by Bo Busy: an invoice of May')
  expect([...container.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'invoice',
    'invoice',
  ])
  expect(screen.getByText('#1001')).toBeVisible()
  expect(sent[0]?.url.searchParams.get('sort_by')).toBe('relevance')
  expect(options('Sort by')).toEqual(['Best match', 'Created Date', 'Priority'])
  expect(screen.queryByRole('button', { name: /^Sorted/ })).toBeNull()
  expect(screen.getByText(/Showing results for/)).toHaveTextContent(
    'Showing results for invoice. Search instead for invocie.',
  )
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Created Date')
  expect(router.state.location.search).toBe('?q=invocie&sort=created_at')
  expect(screen.getByRole('button', { name: 'Sorted descending' })).toBeVisible()
  await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Best match')
  await userEvent.click(screen.getByRole('link', { name: 'invocie' }))
  expect(router.state.location.search).toBe('?q=invocie&typed=1')
  await userEvent.type(screen.getByRole('combobox', { name: 'Search tickets' }), 's')
  await waitFor(() => expect(router.state.location.search).toBe('?q=invocies'))
})

it('ends a search at the 200 best matches', async () => {
  const sent = stubBackend(
    backendWith((params) => {
      const first = listArgsOf(params).after?.count ?? 0
      return buildRows(300).slice(first, first + 50)
    }),
  )
  open('/queue?q=number')
  for (let page = 1; page < 4; page++)
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }, { timeout: 10_000 }))
  expect(await screen.findByText(/These are the 200 best matches/, {}, { timeout: 10_000 })).toBeVisible()
  expect(screen.queryByText('Load more')).toBeNull()
  expect(sentTo(sent, 'search_tickets').map(({ url }) => listArgsOf(url.searchParams).after?.count)).toEqual([
    undefined,
    50,
    100,
    150,
  ])
}, 40_000)
