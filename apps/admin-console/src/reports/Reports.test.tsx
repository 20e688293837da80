import { dayAt } from '../model/days'
import { renderAt, signInAs, stubBackend, type SentRequest } from '@helpdesk/tickets/testing'
import { dismissToast } from '@helpdesk/ui'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Reports } from './Reports'
import { buildReport, emptyReport } from './testing'
import type { TicketSummary } from '@helpdesk/tickets/model/rows'
import { buildRow } from '@helpdesk/tickets/testing/build-row'
import { storedSettings } from '../testing/stored-settings'

// a day that is another one than the browser's most of the time
const zone = 'Pacific/Apia'
const today = dayAt(new Date(), zone)
const settings = { ...storedSettings, time_zone: zone }
const saved: { name: string; file: Blob }[] = []
vi.mock('@helpdesk/tickets/api/save-file', () => ({
  saveFile: (file: Blob, name: string) => saved.push({ file, name }),
}))

type Answer = { status?: number; body?: unknown } | Promise<{ status?: number; body?: unknown }>
/** Stubs the report, the pages of an export, and the audit log. */
function backend(
  answers: { report?: () => Answer; page?: (request: SentRequest) => Answer; log?: () => Answer } = {},
) {
  return stubBackend((request) => {
    if (request.url.pathname.endsWith('workspace_settings')) return { body: settings }
    if (request.url.pathname.endsWith('list_tags')) return { body: ['billing', 'login'] }
    if (request.url.pathname.endsWith('get_report')) return answers.report?.() ?? { body: buildReport() }
    if (request.url.pathname.endsWith('export_tickets')) return answers.page?.(request) ?? { body: [] }
    return answers.log?.() ?? { status: 204 }
  })
}
const open = (search = '') =>
  renderAt(`/admin/reports${search}`, [{ path: '/admin/reports', element: <Reports /> }])
const calls = (sent: SentRequest[], name: string) => sent.filter(({ url }) => url.pathname.endsWith(name))
const row = (n: number, overrides: Partial<TicketSummary> = {}) => ({
  ticket: buildRow(n, {
    id: `t${n}`,
    number: 1000 + n,
    created_at: `2026-01-05T10:00:0${n}+00:00`,
    subject: `Ticket ${n}`,
    priority: 'high',
    desk_tags: ['a', 'b'],
    requester_email: 'pat@example.com',
    ...overrides,
  }),
  first_response_at: null,
  resolved_at: null,
  rating: null,
})

beforeEach(() => {
  dismissToast()
  saved.length = 0
  signInAs({ role: 'admin' })
})

describe('report', () => {
  it('loads the last 30 days of the workspace with one call', async () => {
    const sent = backend()
    open()
    expect(await screen.findByRole('heading', { name: 'Created and resolved' })).toBeVisible()
    const reports = calls(sent, 'get_report')
    expect(reports).toHaveLength(1)
    expect(reports[0]?.body).toMatchObject({ to_day: today, time_zone: zone })
    expect(screen.getByText(/Times in/)).toHaveTextContent('Pacific/Apia')
  })

  it('shows figures next to the bars, and each chart as a table', async () => {
    backend({ report: () => ({ body: buildReport({ created: 4, by_status: { open: 2, solved: 2 } }) }) })
    open()
    const status = await screen.findByRole('region', { name: 'Tickets by status' })
    expect(within(status).getByRole('img')).toHaveAccessibleName(/Tickets by status/)
    expect(within(status).getByText('Solved').parentElement).toHaveTextContent('Solved250%')
    // Percentages of tickets, not of tags, because a ticket may have several tags.
    const tags = screen.getByRole('region', { name: 'Tickets by tag' })
    expect(within(tags).getByText('billing').parentElement).toHaveTextContent('billing250%')
    expect(tags).toHaveTextContent('billing is the most frequent: 2 of 4.')
    const flow = screen.getByRole('region', { name: 'Created and resolved' })
    await userEvent.click(within(flow).getByRole('button', { name: 'Created and resolved as a table' }))
    expect(within(flow).getByRole('row', { name: 'Jan 5, 2026 2 0' })).toBeVisible()
    expect(within(flow).queryByRole('img')).toBeNull()
    const agents = screen.getByRole('region', { name: 'By agent' })
    expect(within(agents).getByRole('row', { name: 'Ada Agent 2 3 20 min 2 50%' })).toBeVisible()
    const times = screen.getByRole('region', { name: 'Response and resolution time' })
    expect(within(times).getByRole('row', { name: 'Resolution 2 24h 9.8 days' })).toBeVisible()
  })

  it('sorts a table by a heading, and restores its order', async () => {
    const agent = { ...buildReport().by_agent[0]! }
    const by_agent = [
      { ...agent, name: 'Ada Agent', resolved: 2, response_median: null },
      { ...agent, name: 'Zoe Agent', resolved: 9, response_median: 4 },
      { ...agent, name: 'Bo Agent', resolved: 5, response_median: 60 },
    ]
    backend({ report: () => ({ body: buildReport({ by_agent }) }) })
    open()
    const agents = await screen.findByRole('region', { name: 'By agent' })
    const names = () =>
      within(agents)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent)
    const sortBy = async (heading: string) => {
      await userEvent.click(within(agents).getByRole('button', { name: heading }))
      return names()
    }
    const given = ['Ada Agent', 'Zoe Agent', 'Bo Agent']
    expect(names()).toEqual(given)
    expect(await sortBy('Resolved')).toEqual(['Zoe Agent', 'Bo Agent', 'Ada Agent'])
    expect(within(agents).getByRole('columnheader', { name: 'Resolved' })).toHaveAttribute(
      'aria-sort',
      'descending',
    )
    expect(await sortBy('Resolved')).toEqual(['Ada Agent', 'Bo Agent', 'Zoe Agent'])
    expect(await sortBy('Resolved')).toEqual(given)
    // Without a figure, last in both directions.
    expect(await sortBy('Median response')).toEqual(['Bo Agent', 'Zoe Agent', 'Ada Agent'])
    expect(await sortBy('Median response')).toEqual(['Zoe Agent', 'Bo Agent', 'Ada Agent'])
  })

  it('shows a range without activity', async () => {
    backend({ report: () => ({ body: emptyReport() }) })
    open()
    expect((await screen.findAllByText('No data for these days.')).length).toBeGreaterThan(3)
    expect(screen.getByRole('button', { name: 'Export 0 tickets' })).toBeDisabled()
  })

  it('shows why loading failed, and retries', async () => {
    let broken = true
    backend({
      report: () => (broken ? { status: 500, body: { message: 'out of order' } } : { body: buildReport() }),
    })
    open()
    expect(await screen.findByText('Report could not be loaded')).toBeVisible()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('heading', { name: 'Backlog' })).toBeVisible()
  })
})

describe('report range', () => {
  it('follows the presets and is kept in the URL', async () => {
    const sent = backend()
    const { router } = open()
    await userEvent.selectOptions(await screen.findByLabelText('Range'), 'Last 7 days')
    expect(router.state.location.search).toBe('?range=7d')
    expect(screen.getByLabelText('Range')).toHaveFocus()
    await waitFor(() => expect(calls(sent, 'get_report')).toHaveLength(2))
  })

  it('validates a custom range before requesting it', async () => {
    const sent = backend()
    const { router } = open('?from=2026-01-04&to=2026-01-05')
    expect(await screen.findByText(/Jan 4, 2026 to Jan 5, 2026/)).toBeVisible()
    await userEvent.clear(screen.getByLabelText('Last day'))
    await userEvent.type(screen.getByLabelText('Last day'), '2026-01-03')
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect(screen.getByLabelText('Last day')).toHaveAccessibleDescription(
      'The last day cannot be before the first',
    )
    expect(calls(sent, 'get_report')).toHaveLength(1)
    await userEvent.clear(screen.getByLabelText('First day'))
    await userEvent.type(screen.getByLabelText('First day'), '2026-01-01')
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }))
    expect(router.state.location.search).toBe('?from=2026-01-01&to=2026-01-03')
    await waitFor(() =>
      expect(calls(sent, 'get_report').at(-1)?.body).toMatchObject({
        from_day: '2026-01-01',
        to_day: '2026-01-03',
      }),
    )
  })

  it('requests nothing for an invalid range in the URL', async () => {
    const sent = backend()
    open('?from=2026-01-09&to=2026-01-05')
    expect(await screen.findByText('Choose a range')).toBeVisible()
    expect(screen.getByText('The last day cannot be before the first')).toBeVisible()
    expect(calls(sent, 'get_report')).toHaveLength(0)
  })
})

describe('report filter', () => {
  it('is kept in the URL, in words, and in each request', async () => {
    const sent = backend()
    const { router } = open('?range=7d')
    await userEvent.selectOptions(await screen.findByLabelText('Priority'), 'High')
    await userEvent.selectOptions(screen.getByLabelText('Tag'), 'billing')
    expect(router.state.location.search).toBe('?range=7d&priority=high&tag=billing')
    expect(
      await screen.findByText(/Only tickets: Any status, High, any assignee, tagged billing/),
    ).toBeVisible()
    const filter = { priority: ['high'], tag: 'billing' }
    await waitFor(() => expect(calls(sent, 'get_report').at(-1)?.body).toMatchObject({ filter }))
    await userEvent.click(await screen.findByRole('button', { name: 'Export 3 tickets' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(calls(sent, 'export_tickets')[0]?.body).toMatchObject({ filter })
    expect(calls(sent, 'log_export')[0]?.body).toMatchObject({ filter })
    await userEvent.click(screen.getByRole('button', { name: 'Export report' }))
    await waitFor(() => expect(saved).toHaveLength(2))
    expect(await saved[1]?.file.text()).toContain('"Only tickets: Any status, High, any assignee')
  })

  it('comes from a link of a list, and can be removed', async () => {
    const sent = backend()
    const { router } = open('?range=7d&status=active&assigned=none&q=printer&sort=priority')
    expect(await screen.findByText(/Only tickets: Active, any priority, unassigned/)).toBeVisible()
    expect(calls(sent, 'get_report')[0]?.body).toMatchObject({
      filter: { status: ['active'], unassigned: true },
    })
    await userEvent.click(screen.getByRole('button', { name: 'Show all tickets' }))
    expect(router.state.location.search).toBe('?range=7d&q=printer&sort=priority')
    await waitFor(() => expect(calls(sent, 'get_report').at(-1)?.body).not.toHaveProperty('filter'))
  })
})

describe('report exports', () => {
  const RANGE = '?from=2026-01-04&to=2026-01-05'
  const exportTickets = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Export 3 tickets' }))

  it('logs the export of a report before saving the file', async () => {
    const sent = backend()
    open(RANGE)
    await userEvent.click(await screen.findByRole('button', { name: 'Export report' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    expect(saved[0]?.name).toBe('report-2026-01-04-to-2026-01-05.csv')
    expect(await saved[0]?.file.text()).toContain('Ada Agent,2,3,20,2,50')
    expect(calls(sent, 'log_export')[0]?.body).toEqual({
      kind: 'report',
      row_count: 25,
      filter: { from: '2026-01-04', to: '2026-01-05', time_zone: zone },
    })
  })

  it('exports all tickets, page by page until one is empty', async () => {
    const answered = { ...row(3), first_response_at: '2026-01-05T10:10:00.123456+00:00', rating: 4 }
    const pages = [[answered, row(2, { subject: '=1+1, "x"' })], [row(1)], []]
    const sent = backend({ page: () => ({ body: pages.shift() }) })
    open(RANGE)
    await exportTickets()
    await waitFor(() => expect(saved).toHaveLength(1))
    const text = await saved[0]?.file.text()
    const lines = text?.split('\r\n') ?? []
    expect(lines[0]).toContain('id,created_at,subject,status,priority,tags,requester,assignee')
    expect(lines[1]).toBe(
      't3,2026-01-05 23:00:03,Ticket 3,Open,High,"a, b",pat@example.com,,2026-01-05 23:10:00,,,Good,#1003,',
    )
    expect(lines[2]).toContain(`"'=1+1, ""x"""`)
    expect(lines).toHaveLength(5)
    const asked = calls(sent, 'export_tickets').map(({ body }) => body)
    expect(asked[0]).toEqual({
      from_day: '2026-01-04',
      to_day: '2026-01-05',
      time_zone: zone,
      max_rows: 5000,
    })
    expect(asked[1]).toMatchObject({ after: { created_at: '2026-01-05T10:00:02+00:00', id: 't2' } })
    expect(calls(sent, 'log_export')[0]?.body).toMatchObject({ kind: 'tickets', row_count: 3 })
    expect(await screen.findByText(/3 tickets/, { selector: '[role=status] *' })).toBeVisible()
  })

  it('shows progress; Cancel leaves neither file nor audit entry', async () => {
    let pages = 0
    const sent = backend({ page: () => ((pages += 1) === 1 ? { body: [row(1)] } : new Promise(() => {})) })
    open(RANGE)
    await exportTickets()
    expect(await screen.findByText('1 of 3')).toBeVisible()
    expect(screen.getByRole('progressbar', { name: 'Export' })).toHaveAttribute('value', '1')
    expect(screen.getByRole('button', { name: 'Export report' })).toBeDisabled()
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
    expect(screen.getByRole('button', { name: 'Export 3 tickets' })).toBeEnabled()
    expect(saved).toHaveLength(0)
    expect(calls(sent, 'log_export')).toHaveLength(0)
  })

  it.each([
    ['a page', { page: () => ({ status: 500, body: { message: 'out of order' } }) }],
    ['the log', { log: () => ({ status: 500, body: { message: 'out of order' } }) }],
    ['a row of another shape', { page: () => ({ body: [{ id: 1 }] }) }],
  ])('saves no file when %s fails, and can be retried', async (_what, answers) => {
    backend(answers)
    open(RANGE)
    await exportTickets()
    expect(await screen.findByText('Export failed')).toBeVisible()
    expect(saved).toHaveLength(0)
    backend()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(saved).toHaveLength(1))
  })
})
