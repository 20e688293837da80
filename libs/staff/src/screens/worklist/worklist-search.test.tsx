// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import {
  AGENT_ID,
  backendWith,
  buildRow,
  buildRows,
  OTHER_AGENT_ID,
  sentTo,
  listArgsOf,
} from '@helpdesk/tickets/testing/build-row'
import { TicketWorklist } from './TicketWorklist'

const open = (path: string, scope: { assignedTo?: string | null } = {}) => {
  const sent = stubBackend(
    backendWith(
      () => buildRows(1),
      () => ({ body: ['billing', 'bug'] }),
    ),
  )
  const view = renderAt(path, [
    { path: '/queue', element: <TicketWorklist label="Queue" scope={scope} empty="All done." /> },
  ])
  return { ...view, sent }
}
const lists = (sent: ReturnType<typeof open>['sent']) =>
  sent
    .filter(({ url }) => /(search|list)_tickets$/.test(url.pathname))
    .map(({ url }) => listArgsOf(url.searchParams).filter)
const box = () => screen.getByRole('combobox', { name: 'Search tickets' })
const query = (text: string) => `/queue?q=${encodeURIComponent(text)}`

beforeEach(() => signInAs({ id: AGENT_ID, role: 'agent', name: 'Alex Agent', email: 'alex@desk.example' }))

describe('filters in the search box', () => {
  it('become filters of the request and win over the selects', async () => {
    const { sent } = open(`${query('vpn status:pending tag:billing after:2026-01-05')}&status=open`)
    await screen.findByText('Ticket number 0')
    const params = lists(sent)[0]!
    expect(params).toEqual({
      text: 'vpn',
      status: ['pending'],
      tag: 'billing',
      created_from: new Date(2026, 0, 5).toISOString(),
    })
  })

  it('without words list tickets', async () => {
    const { sent } = open(query('priority:high assigned:none'))
    await screen.findByText('Ticket number 0')
    const params = lists(sent)[0]!
    expect(params).toEqual({ priority: ['high'], unassigned: true })
  })

  it('look up an assignee by name', async () => {
    const { sent } = open(query('vpn assigned:"Bo Busy"'))
    await screen.findByText('Ticket number 0')
    expect(lists(sent).map((params) => params.assignee)).toEqual([OTHER_AGENT_ID])
  })

  it('report an unknown status and keep the last list', async () => {
    const { sent } = open(query('vpn'))
    await screen.findByText('Ticket number 0')
    await userEvent.click(box())
    await userEvent.paste(' status:opne')
    expect(await screen.findByText(/^Unknown status: opne\. Try open, in_progress/)).toBeVisible()
    expect(screen.getByText('Ticket number 0')).toBeVisible()
    expect(box()).toHaveAccessibleDescription(/Unknown status/)
    expect(lists(sent).map((params) => params.text)).toEqual(['vpn'])
  })

  it('list nothing while a link has an error', async () => {
    const { sent } = open(query('vpn status:opne'))
    expect(await screen.findByText('Correct the filters in the search box.')).toBeVisible()
    expect(lists(sent)).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(await screen.findByText('Ticket number 0')).toBeVisible()
  })

  it('refuse an assignee in a list of one assignee', async () => {
    open(query('vpn assigned:bo'), { assignedTo: null })
    expect(await screen.findByText(/^assigned: works in lists that are not limited/)).toBeVisible()
  })
})

describe('completions in the search box', () => {
  it('select with arrows, complete with Enter and close with Escape', async () => {
    const { router } = open('/queue')
    await screen.findByText('Ticket number 0')
    await userEvent.type(box(), 'vpn st')
    const list = await screen.findByRole('listbox', { name: 'Filters' })
    expect(box()).toHaveAttribute('aria-expanded', 'true')
    expect(box()).not.toHaveAttribute('aria-activedescendant')
    await userEvent.keyboard('{ArrowDown}{Enter}')
    expect(box()).toHaveValue('vpn status:')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    const option = within(list).getByRole('option', { selected: true })
    expect(option).toHaveTextContent('status:in_progress')
    expect(box()).toHaveAttribute('aria-activedescendant', option.id)
    await userEvent.keyboard('{Enter}')
    expect(box()).toHaveValue('vpn status:in_progress ')
    await waitFor(() => expect(router.state.location.search).toBe('?q=vpn+status%3Ain_progress'))
    await userEvent.keyboard('ta')
    expect(await screen.findByRole('option', { name: /^tag:/ })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByRole('option', { name: /^tag:/ })).toBeNull()
    expect(box()).toHaveValue('vpn status:in_progress ta')
    await userEvent.keyboard('{Escape}')
    expect(box()).toHaveValue('vpn status:in_progress ta')
    expect(box()).not.toHaveFocus()
  })

  it('offer tags and people of the server', async () => {
    const { sent } = open('/queue')
    await screen.findByText('Ticket number 0')
    await userEvent.type(box(), 'tag:b')
    expect(await screen.findByRole('option', { name: /tag:billing/ })).toBeVisible()
    await userEvent.clear(box())
    await userEvent.type(box(), 'assigned:bo')
    await userEvent.click(await screen.findByRole('option', { name: /assigned:bo@desk.example/ }))
    await waitFor(() => expect(box()).toHaveValue('assigned:bo@desk.example '))
    await waitFor(() => expect(lists(sent).at(-1)?.assignee).toBe(OTHER_AGENT_ID), {
      timeout: 5_000,
    })
    expect(sentTo(sent, 'list_tags')).toHaveLength(1)
  })

  it('hide the error of the unfinished text at once', async () => {
    const { router } = open('/queue')
    await screen.findByText('Ticket number 0')
    await userEvent.type(box(), 'priority:hihg assigned:"bo')
    const option = await screen.findByRole('option', { name: /assigned:bo@desk.example/ })
    await waitFor(() => expect(router.state.location.search).toContain('%22bo'))
    await userEvent.click(option)
    expect(screen.queryByText(/is not closed/)).toBeNull()
    expect(await screen.findByText(/^Unknown priority: hihg/)).toBeVisible()
  })
})

describe('keys of the search box', () => {
  const row = (n: number) => document.querySelector<HTMLElement>(`tr[data-id="${buildRow(n).id}"]`)

  it('go from the words to the first ticket that they find, once they have found it', async () => {
    let answer = () => {}
    const found = new Promise<void>((resolve) => (answer = resolve))
    const lists = backendWith((filter) => (listArgsOf(filter).filter.text ? [buildRow(7)] : buildRows(2)))
    stubBackend(async (request) => {
      if (request.url.pathname.endsWith('search_tickets')) await found
      return lists(request)
    })
    renderAt('/queue', [
      { path: '/queue', element: <TicketWorklist label="Queue" scope={{}} empty="" /> },
      { path: '/tickets/:id', element: <p>one ticket</p> },
    ])
    await screen.findByText('Ticket number 0')
    await userEvent.type(box(), 'vpn{Enter}')
    expect(box()).toHaveFocus()
    answer()
    await waitFor(() => expect(row(7)).toHaveFocus())
    expect(box()).toHaveValue('vpn')
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByText('one ticket')).toBeVisible()
  })

  it('go down to the list', async () => {
    open('/queue')
    await screen.findByText('Ticket number 0')
    await userEvent.click(box())
    await userEvent.keyboard('{ArrowDown}')
    expect(row(0)).toHaveFocus()
  })

  it('stay in the box when nothing is found', async () => {
    stubBackend(backendWith((filter) => (listArgsOf(filter).filter.text ? [] : buildRows(2))))
    renderAt('/queue', [{ path: '/queue', element: <TicketWorklist label="Queue" scope={{}} empty="" /> }])
    await screen.findByText('Ticket number 0')
    await userEvent.type(box(), 'vpn{Enter}')
    expect(await screen.findByText('No tickets found')).toBeVisible()
    expect(box()).toHaveFocus()
  })
})
