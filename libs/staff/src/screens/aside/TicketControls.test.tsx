// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dropOpenDrafts } from '../../drafts/use-ticket-draft'
import type { Ticket } from '@helpdesk/tickets/model/rows'
import { ticketCommands } from '../../state/ticket-commands'
import { AGENT_ID, buildStaffDetail, openTicket, OTHER_ID, refusal, signInAgent } from '../testing'

const jun = { id: OTHER_ID, name: 'Jun Takahashi', email: 'jun@example.com', role: 'agent' }
const zoe = { ...jun, id: 'zoe', name: 'Zoe Other', email: 'zoe@example.com' }
const me = { ...jun, id: AGENT_ID, name: 'Avery Agent', email: 'avery@example.com' }

/** Opens a ticket on a backend that applies changes to it. */
function openEditable(start: Partial<Ticket> = {}) {
  let ticket = buildStaffDetail({ ticket: start }).ticket
  const change = (changes: Partial<Ticket>) => ({ body: (ticket = { ...ticket, ...changes }) })
  const detail = () =>
    buildStaffDetail({
      ticket,
      assignee: [me, jun].find(({ id }) => id === ticket.assigned_to) ?? null,
    })
  return openTicket(detail, {
    tickets: ({ body }) => ({ body: [change(body as Partial<Ticket>).body] }),
    claim_ticket: () => change({ assigned_to: AGENT_ID, status: 'in_progress' }),
    take_over_ticket: () => change({ assigned_to: AGENT_ID }),
    assign_ticket: ({ body }) =>
      change({ assigned_to: (body as { assignee?: string | null }).assignee ?? null }),
    // Returns everybody, like the response to a shorter text.
    profiles: () => ({ body: [jun, zoe, me] }),
  })
}
const header = () => within(screen.getByRole('article'))
const assigneeButton = (name: RegExp) => screen.findByRole('button', { name })

beforeEach(() => signInAgent())
afterEach(() => {
  dropOpenDrafts()
  localStorage.clear()
})

describe('status and priority', () => {
  it('are saved at once from a menu', async () => {
    const { bodies } = openEditable({ status: 'in_progress', priority: 'normal' })
    await userEvent.click(await screen.findByRole('button', { name: 'in progress' }))
    expect(screen.getByRole('menuitemradio', { checked: true })).toHaveTextContent('in progress')
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'on hold' }))
    await waitFor(() => expect(bodies('tickets')).toEqual([{ status: 'on_hold' }]))
    await userEvent.click(screen.getByRole('button', { name: 'normal' }))
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'urgent' }))
    await waitFor(() => expect(bodies('tickets')).toEqual([{ status: 'on_hold' }, { priority: 'urgent' }]))
    expect(screen.getByRole('button', { name: 'urgent' })).toHaveFocus()
  })

  it('can be chosen with the arrow keys', async () => {
    const { bodies } = openEditable({ status: 'open' })
    ;(await screen.findByRole('button', { name: 'open' })).focus()
    await userEvent.keyboard('{Enter}{ArrowDown}{Enter}')
    await waitFor(() => expect(bodies('tickets')).toEqual([{ status: 'in_progress' }]))
  })

  it('can be chosen with a digit', async () => {
    const { bodies } = openEditable({ status: 'open' })
    ;(await screen.findByRole('button', { name: 'open' })).focus()
    await userEvent.keyboard('{Enter}5')
    await waitFor(() => expect(bodies('tickets')).toEqual([{ status: 'solved' }]))
  })

  it('can be set on an unassigned ticket', async () => {
    const { bodies } = openEditable({ assigned_to: null, status: 'open' })
    await userEvent.click(await screen.findByRole('button', { name: 'open' }))
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'pending' }))
    await waitFor(() => expect(bodies('tickets')).toEqual([{ status: 'pending' }]))
  })

  it('are disabled with the reason on a colleague’s ticket', async () => {
    openEditable({ assigned_to: OTHER_ID, status: 'open' })
    const button = await screen.findByRole('button', { name: 'open' })
    expect(button).toBeDisabled()
    const reason = 'Assigned to Jun Takahashi. Take over to change this ticket.'
    expect(button).toHaveAttribute('title', reason)
    expect(header().getByText(reason)).toBeVisible()
    expect(ticketCommands().setStatus).toBeUndefined()
    expect(ticketCommands().takeOver).toBeDefined()
  })
})

describe('snooze', () => {
  const snoozeButton = (name: string | RegExp) => screen.findByRole('button', { name })

  it('is chosen with a digit, and the ticket can be woken again', async () => {
    const { bodies } = openEditable({ status: 'open' })
    ;(await snoozeButton('Snooze')).focus()
    await userEvent.keyboard('{Enter}6')
    expect(await snoozeButton('Snoozed until the customer answers')).toHaveFocus()
    await userEvent.click(screen.getByRole('button', { name: 'Wake' }))
    expect(await snoozeButton('Snooze')).toHaveFocus()
    await waitFor(() =>
      expect(bodies('tickets')).toEqual([{ snoozed_until: 'infinity' }, { snoozed_until: null }]),
    )
  })

  it('takes a date and time, and says what is wrong with it', async () => {
    const { bodies } = openEditable({ status: 'open' })
    await userEvent.click(await snoozeButton('Snooze'))
    await userEvent.keyboard('5')
    const time = screen.getByLabelText('Snoozed until')
    expect(time).toHaveFocus()
    fireEvent.change(time, { target: { value: '2020-01-01T09:00' } })
    await userEvent.keyboard('{Enter}')
    expect(screen.getByText('Choose a time to come')).toBeVisible()
    expect(bodies('tickets')).toEqual([])
    const year = new Date().getFullYear()
    fireEvent.change(time, { target: { value: `${year}-12-31T23:59` } })
    await userEvent.keyboard('{Enter}')
    await waitFor(() =>
      expect(bodies('tickets')).toEqual([{ snoozed_until: new Date(year, 11, 31, 23, 59).toISOString() }]),
    )
  })

  it.each([
    ['refused', refusal(400, 'Too far', 'snooze_too_long'), /year/],
    ['of a ticket that changed', refusal(409, 'Merged', 'ticket_merged', 'PT409', '7'), /merged into #7/],
    ['lost with the network', null, /connection/i],
  ])('keeps a time that is %s, says why at the field, which has the focus', async (_name, answer, says) => {
    let isFixed = false
    let { ticket } = buildStaffDetail({ ticket: { status: 'open' } })
    const { bodies } = openTicket(() => buildStaffDetail({ ticket }), {
      tickets: ({ body }) => {
        if (isFixed) return { body: [(ticket = { ...ticket, ...(body as Partial<Ticket>) })] }
        if (!answer) throw new TypeError('Failed to fetch')
        return answer
      },
    })
    await userEvent.click(await snoozeButton('Snooze'))
    await userEvent.keyboard('5')
    const text = `${new Date().getFullYear() + 1}-01-01T09:00`
    const time = () => screen.getByLabelText('Snoozed until')
    fireEvent.change(time(), { target: { value: text } })
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(time()).toHaveAccessibleDescription(says))
    expect(time()).toHaveValue(text)
    expect(time()).toHaveFocus()
    isFixed = true
    await userEvent.keyboard('{Enter}')
    expect(await snoozeButton(/^Snoozed until/)).toHaveFocus()
    expect(bodies('tickets').at(-1)).toEqual({ snoozed_until: new Date(text).toISOString() })
  })

  it('closes with Escape, which returns the focus', async () => {
    openEditable({ status: 'open' })
    await userEvent.click(await snoozeButton('Snooze'))
    expect(screen.getByRole('combobox', { name: 'Snooze' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(await snoozeButton('Snooze')).toHaveFocus()
  })

  it('is not offered on a solved ticket', async () => {
    openEditable({ status: 'solved' })
    await screen.findByRole('button', { name: 'solved' })
    expect(screen.queryByRole('button', { name: /^Snooze/ })).toBeNull()
    expect(ticketCommands().snooze).toBeUndefined()
  })

  it('is disabled with the reason on a colleague’s ticket', async () => {
    openEditable({ assigned_to: OTHER_ID, status: 'open', snoozed_until: 'infinity' })
    expect(await snoozeButton('Snoozed until the customer answers')).toBeDisabled()
    expect(screen.queryByRole('button', { name: 'Wake' })).toBeNull()
    expect([ticketCommands().snooze, ticketCommands().wake]).toEqual([undefined, undefined])
  })
})

describe('assignment', () => {
  it('takes an unassigned ticket', async () => {
    openEditable({ assigned_to: null, status: 'open' })
    await userEvent.click(await screen.findByRole('button', { name: 'Assign to me' }))
    expect(await assigneeButton(/Avery Agent \(you\)/)).toBeVisible()
    expect(header().getByText('in progress')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Assign to me' })).toBeNull()
    expect(await assigneeButton(/Avery Agent/)).toHaveFocus()
  })

  it('names the assignee after a lost race', async () => {
    const lost = () => refusal(409, 'Taken', 'ticket_already_assigned', 'PT409', 'Jun Takahashi')
    const free = buildStaffDetail({ ticket: { assigned_to: null }, assignee: null })
    const taken = buildStaffDetail({ ticket: { assigned_to: OTHER_ID }, assignee: jun })
    let asked = false
    openTicket(() => (asked ? taken : free), { claim_ticket: () => ((asked = true), lost()) })
    await userEvent.click(await screen.findByRole('button', { name: 'Assign to me' }))
    expect(await screen.findByText('Ticket is already assigned to Jun Takahashi')).toBeVisible()
    expect(await screen.findByRole('button', { name: 'Take over' })).toBeVisible()
  })

  it('takes a colleague’s ticket over, with a reason', async () => {
    const { bodies } = openEditable({ assigned_to: OTHER_ID })
    await userEvent.click(await screen.findByRole('button', { name: 'Take over' }))
    await userEvent.type(screen.getByLabelText('Reason (optional)'), 'Jun is ill{Enter}')
    expect(await assigneeButton(/Avery Agent \(you\)/)).toBeVisible()
    expect(bodies('take_over_ticket')).toMatchObject([{ reason: 'Jun is ill', from_assignee: OTHER_ID }])
    expect(screen.queryByRole('button', { name: 'Take over' })).toBeNull()
    expect(await assigneeButton(/Avery Agent/)).toHaveFocus()
  })

  it('opens the takeover for the claim key, with the focus on the reason', async () => {
    const { bodies } = openEditable({ assigned_to: OTHER_ID })
    const button = await screen.findByRole('button', { name: 'Take over' })
    act(() => ticketCommands().assignToMe?.())
    expect(screen.getByLabelText('Reason (optional)')).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    expect(button).toHaveFocus()
    expect(bodies('claim_ticket')).toEqual([])
  })

  it('returns it to the queue', async () => {
    const { bodies } = openEditable()
    await userEvent.click(await assigneeButton(/Avery Agent/))
    await userEvent.click(await screen.findByRole('option', { name: 'Return to the queue' }))
    expect(await assigneeButton(/Unassigned/)).toBeVisible()
    expect(bodies('assign_ticket')).toHaveLength(1)
  })

  it('assigns it to a colleague found by search', async () => {
    const { bodies, sent } = openEditable({ assigned_to: null })
    await userEvent.click(await assigneeButton(/Unassigned/))
    await userEvent.type(screen.getByRole('combobox', { name: 'Find an agent' }), 'jun, "x"')
    const asked = () => sent.filter(({ url }) => url.pathname.endsWith('/profiles'))
    await waitFor(() =>
      expect(asked().at(-1)?.url.searchParams.get('or')).toBe(
        '(name.ilike.*jun_ _x_*,email.ilike.*jun_ _x_*)',
      ),
    )
    await userEvent.clear(screen.getByRole('combobox', { name: 'Find an agent' }))
    await userEvent.keyboard('jun{Enter}')
    expect(await assigneeButton(/Jun Takahashi/)).toBeVisible()
    expect(bodies('assign_ticket')).toMatchObject([{ assignee: OTHER_ID }])
  })

  it('never picks a person who no longer matches', async () => {
    const { bodies, sent } = openEditable()
    await userEvent.click(await assigneeButton(/Avery Agent/))
    await screen.findByRole('option', { name: /Jun/ })
    await userEvent.keyboard('zoe')
    expect(screen.queryByRole('option', { name: /Jun/ })).toBeNull()
    fireEvent.keyDown(document.activeElement!, { key: 'Enter', isComposing: true })
    await userEvent.keyboard('x{Enter}')
    expect(await screen.findByText('No one found')).toBeVisible()
    expect(bodies('assign_ticket')).toEqual([])
    expect(sent.filter(({ url }) => url.pathname.endsWith('/profiles')).length).toBeLessThan(4)
    await userEvent.keyboard('{Escape}')
    expect(await assigneeButton(/Avery Agent/)).toHaveFocus()
  })
})
