// @vitest-environment jsdom
import { dismissToast } from '@helpdesk/ui'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderAt, signInAs, stubBackend, type SentRequest } from '@helpdesk/tickets/testing'
import { worklistCommands } from '../../state/worklist-commands'
import {
  AGENT_ID,
  backendWith,
  buildRow,
  buildRows,
  OTHER_AGENT_ID,
  sentTo,
} from '@helpdesk/tickets/testing/build-row'
import { TicketWorklist } from './TicketWorklist'

const open = (assignsAnyone = false) =>
  renderAt('/queue', [
    {
      path: '/queue',
      element: (
        <TicketWorklist label="Queue" scope={{ assignedTo: null }} empty="" assignsAnyone={assignsAnyone} />
      ),
    },
    { path: '/tickets/:id', element: <p>one ticket</p> },
  ])
const rowOf = (n: number) => document.querySelector<HTMLElement>(`tr[data-id="${buildRow(n).id}"]`)!
const boxOf = (n: number) => screen.getByRole('checkbox', { name: `Select Ticket number ${n}` })
const body = (sent: readonly SentRequest[], end: string) => sentTo(sent, end).map((each) => each.body)

beforeEach(() => {
  dismissToast()
  signInAs({ id: AGENT_ID, role: 'agent', name: 'Alex Agent', email: 'alex@desk.example' })
})

describe('Assign to me', () => {
  it('shows at once, and without another request for the list', async () => {
    let release = () => {}
    const answered = new Promise<void>((resolve) => (release = resolve))
    const claimed = {
      ...buildRow(0),
      assigned_to: AGENT_ID,
      status: 'in_progress',
      description: 'x',
      tags: null,
      metadata: null,
    }
    const lists = backendWith(() => buildRows(1))
    const sent = stubBackend(async (request) => {
      if (!request.url.pathname.endsWith('claim_ticket')) return lists(request)
      await answered
      return { body: claimed }
    })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Assign to me' }))
    expect(within(rowOf(0)).getByText('alex@desk.example')).toBeVisible()
    expect(within(rowOf(0)).getByText('in progress')).toBeVisible()
    expect(rowOf(0)).toHaveFocus()
    release()
    expect(await screen.findAllByText(/assigned to you/)).toHaveLength(1)
    expect(sentTo(sent, 'list_tickets')).toHaveLength(1)
  })

  it('is reverted after a lost race: names the assignee and shows the current ticket', async () => {
    const lists = backendWith(
      () => buildRows(1),
      ({ url }) =>
        url.pathname.endsWith('claim_ticket')
          ? {
              status: 409,
              body: {
                code: 'PT409',
                message: 'Taken',
                details: 'ticket_already_assigned',
                hint: 'Bo Busy',
              },
            }
          : { body: [buildRow(0, { assigned_to: OTHER_AGENT_ID, status: 'pending' })] },
    )
    stubBackend(lists)
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Assign to me' }))
    expect(await screen.findByText('Ticket is already assigned to Bo Busy')).toBeVisible()
    expect(await within(rowOf(0)).findByText('bo@desk.example')).toBeVisible()
    expect(within(rowOf(0)).getByText('pending')).toBeVisible()
  })

  it('succeeds when an earlier click has already claimed the ticket', async () => {
    const mine = { ...buildRow(0), assigned_to: AGENT_ID, description: 'x', tags: null, metadata: null }
    stubBackend(
      backendWith(
        () => buildRows(1),
        ({ url }) =>
          url.pathname.endsWith('claim_ticket')
            ? {
                status: 409,
                body: {
                  code: 'PT409',
                  message: 'Ticket is already assigned to you',
                  details: 'ticket_already_yours',
                  hint: null,
                },
              }
            : { body: mine },
      ),
    )
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Assign to me' }))
    expect(await screen.findAllByText(/assigned to you/)).toHaveLength(1)
    expect(within(rowOf(0)).getByText('alex@desk.example')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('is reverted when the server fails', async () => {
    stubBackend(
      backendWith(
        () => buildRows(1),
        () => ({ status: 500, body: { message: 'out of order' } }),
      ),
    )
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Assign to me' }))
    expect(await screen.findByRole('alert')).toHaveTextContent('Error')
    expect(await screen.findByRole('button', { name: 'Assign to me' })).toBeEnabled()
    expect(within(rowOf(0)).getByText('open')).toBeVisible()
  })
})

describe('bulk changes', () => {
  const outcome = (results: unknown) => ({ body: { batch_id: 'batch 1', results } })

  it('run in one call, list refusals by number and keep them selected, and can be undone', async () => {
    const refusal = 'Assigned to Bo Busy. Take over to change.'
    const sent = stubBackend(
      backendWith(
        () => buildRows(4, { assigned_to: AGENT_ID }),
        ({ url }) =>
          url.pathname.endsWith('undo_bulk_update')
            ? { body: { results: [{ id: buildRow(0).id, number: 1001, ok: true }] } }
            : outcome([
                { id: buildRow(0).id, number: 1001, ok: true, code: null },
                { id: buildRow(2).id, number: 1003, ok: false, code: 'ticket_forbidden', hint: 'Bo Busy' },
              ]),
      ),
    )
    open()
    await screen.findByText('Ticket number 0')
    await userEvent.click(boxOf(0))
    await userEvent.click(boxOf(2))
    expect(await screen.findByText('2 selected')).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('Set status'), 'Solved')
    expect(body(sent, 'bulk_update_tickets')).toEqual([
      { ticket_ids: [buildRow(0).id, buildRow(2).id], change: { status: 'solved' } },
    ])
    const told = await screen.findByRole('alert')
    expect(told).toHaveTextContent('#1001 set to Solved')
    expect(told).toHaveTextContent(`${refusal}#1003 Ticket number 2`)
    expect(within(told).getByRole('button', { name: 'Take over 1 ticket' })).toBeEnabled()
    expect(within(rowOf(0)).getByText('solved')).toBeVisible()
    expect(within(rowOf(2)).getByText('open')).toBeVisible()
    expect([boxOf(0), boxOf(2)].map((box) => box.matches(':checked'))).toEqual([false, true])

    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('Undone: #1001 restored')).toBeVisible()
    expect(body(sent, 'undo_bulk_update')).toEqual([{ batch_id: 'batch 1' }])
    expect(within(rowOf(0)).getByText('open')).toBeVisible()
    expect(sentTo(sent, 'list_tickets')).toHaveLength(1)
  })

  it('are chosen as a range, given to me, tagged', async () => {
    const all = buildRows(5)
    const sent = stubBackend(
      backendWith(
        () => all,
        () => outcome(all.slice(1, 4).map(({ id }) => ({ id, ok: true }))),
      ),
    )
    open()
    await screen.findByText('Ticket number 0')
    const user = userEvent.setup()
    await user.click(boxOf(1))
    await user.keyboard('{Shift>}')
    await user.click(boxOf(3))
    await user.keyboard('{/Shift}')
    expect(await screen.findByText('3 selected')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Tags' }))
    await user.type(screen.getByLabelText('Tags'), 'Billing, refund')
    await user.click(screen.getByRole('button', { name: 'Add' }))
    await screen.findByText('Tags of 3 tickets changed')
    await user.click(boxOf(1))
    await user.click(await screen.findByRole('button', { name: 'Assign' }))
    await user.click(await screen.findByRole('option', { name: 'Me' }))
    await waitFor(() => expect(body(sent, 'bulk_update_tickets')).toHaveLength(2))
    const three = all.slice(1, 4).map(({ id }) => id)
    expect(body(sent, 'bulk_update_tickets')).toEqual([
      { ticket_ids: three, change: { add_tags: ['billing', 'refund'] } },
      { ticket_ids: [three[0]], change: { assigned_to: AGENT_ID } },
    ])
    expect(await within(rowOf(1)).findByText('in progress')).toBeVisible()
  })

  it('show why the whole call failed', async () => {
    stubBackend(
      backendWith(
        () => buildRows(1),
        () => ({
          status: 400,
          body: { code: 'P0001', message: 'Too many', details: 'bulk_limit', hint: null },
        }),
      ),
    )
    open()
    await screen.findByText('Ticket number 0')
    await userEvent.click(boxOf(0))
    await userEvent.selectOptions(await screen.findByLabelText('Set priority'), 'High')
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'At most 1,000 tickets can be selected at once',
    )
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(boxOf(0)).toBeChecked()
  })

  it('lets an admin give one ticket to any agent', async () => {
    const sent = stubBackend(
      backendWith(
        () => buildRows(1),
        () => outcome([{ id: buildRow(0).id, ok: true }]),
      ),
    )
    open(true)
    await userEvent.click(await screen.findByRole('button', { name: 'Assign to somebody else' }))
    await userEvent.click(await screen.findByRole('option', { name: /Bo Busy/ }))
    expect(await within(rowOf(0)).findByText('bo@desk.example')).toBeVisible()
    expect(body(sent, 'bulk_update_tickets')).toEqual([
      { ticket_ids: [buildRow(0).id], change: { assigned_to: OTHER_AGENT_ID } },
    ])
  })
})

describe('the list by keyboard', () => {
  it('moves, selects with x and Shift, deselects with Escape', async () => {
    stubBackend(backendWith(() => buildRows(4)))
    open()
    await screen.findByText('Ticket number 0')
    await waitFor(() => expect(worklistCommands()).not.toBeNull())
    act(() => rowOf(0).focus())
    await userEvent.keyboard('{ArrowDown}')
    expect(rowOf(1)).toHaveFocus()
    await userEvent.keyboard('x')
    expect(boxOf(1)).toBeChecked()
    await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}')
    expect(rowOf(3)).toHaveFocus()
    expect(await screen.findByText('3 selected')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    expect(screen.queryByText('3 selected')).toBeNull()
  })

  it('offers its commands to the page for as long as it is there', async () => {
    stubBackend(backendWith(() => buildRows(2)))
    const { router, unmount } = open()
    await screen.findByText('Ticket number 0')
    await waitFor(() => expect(worklistCommands()).not.toBeNull())
    act(() => worklistCommands()!.focusSearch())
    expect(screen.getByRole('combobox', { name: 'Search tickets' })).toHaveFocus()
    act(() => worklistCommands()!.move(1, false))
    expect(rowOf(0)).toHaveFocus()
    act(() => worklistCommands()!.toggle())
    expect(boxOf(0)).toBeChecked()
    act(() => worklistCommands()!.open())
    await waitFor(() => expect(router.state.location.pathname).toBe(`/tickets/${buildRow(0).id}`))
    unmount()
    expect(worklistCommands()).toBeNull()
  })
})
