// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dropOpenDrafts } from '../../api/use-ticket-draft'
import type { Ticket } from '@helpdesk/tickets/model/rows'
import {
  AGENT_ID,
  buildEvent,
  buildStaffDetail,
  openTicket,
  OTHER_ID,
  refusal,
  replied,
  signInAgent,
} from '../testing'

const FORBIDDEN = 'You do not have permission to update this ticket'
const forbidden = () => refusal(400, FORBIDDEN, 'ticket_forbidden')
const update = () => screen.getByRole('button', { name: 'Update Ticket' })
const jun = { id: OTHER_ID, name: 'Jun Takahashi', email: 'jun@example.com', role: 'agent' }

/** Opens a ticket on a backend that applies changes to it. */
function openEditable(start: Partial<Ticket> = {}) {
  let ticket = buildStaffDetail({ ticket: start }).ticket
  const detail = () =>
    buildStaffDetail({
      ticket,
      assignee: ticket.assigned_to === AGENT_ID ? { id: AGENT_ID, name: 'Avery Agent' } : null,
    })
  return openTicket(detail, {
    tickets: ({ body }) => ({ body: [(ticket = { ...ticket, ...(body as Partial<Ticket>) })] }),
    claim_ticket: () => ({ body: (ticket = { ...ticket, assigned_to: AGENT_ID, status: 'in_progress' }) }),
    list_tags: () => ({ body: ['billing', 'vip'] }),
    profiles: () => ({ body: [jun, { ...jun, id: AGENT_ID, name: 'Avery Agent' }] }),
  })
}

beforeEach(() => signInAgent())
afterEach(() => {
  dropOpenDrafts()
  localStorage.clear()
})

describe('management panel', () => {
  it('shows both tabs with their labels', async () => {
    openEditable()
    expect(await screen.findByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true')
    expect(screen.getByLabelText('Status')).toHaveValue('in_progress')
    expect(screen.getByLabelText('Priority')).toHaveValue('urgent')
    expect(screen.getByLabelText('Internal Note (Optional)')).toBeVisible()
    expect(update()).toBeEnabled()
    await userEvent.click(screen.getByRole('tab', { name: 'Internal Notes' }))
    expect(screen.getByRole('button', { name: 'Add Note' })).toBeVisible()
  })

  it('saves only touched fields', async () => {
    const { bodies } = openEditable()
    await userEvent.selectOptions(await screen.findByLabelText('Status'), 'solved')
    await userEvent.click(update())
    expect(await screen.findByText(/set to Solved/)).toBeVisible()
    expect(bodies('tickets')).toEqual([{ status: 'solved' }])
    expect(bodies('send_reply')).toEqual([])
  })

  it('keeps unsaved changes while the other tab is open', async () => {
    const { bodies } = openEditable()
    await userEvent.selectOptions(await screen.findByLabelText('Status'), 'pending')
    await userEvent.click(screen.getByRole('tab', { name: 'Internal Notes' }))
    await userEvent.click(screen.getByRole('tab', { name: 'Details' }))
    expect(screen.getByLabelText('Status')).toHaveValue('pending')
    await userEvent.click(update())
    await waitFor(() => expect(bodies('tickets')).toEqual([{ status: 'pending' }]))
  })

  it('reports that there is nothing to update', async () => {
    const { bodies } = openEditable()
    await userEvent.click(await screen.findByRole('button', { name: 'Update Ticket' }))
    expect(await screen.findByText('Nothing to update')).toBeVisible()
    expect(bodies('tickets')).toEqual([])
  })

  it('changes the ticket and adds the note in one call', async () => {
    const { bodies } = openTicket(buildStaffDetail(), { send_reply: replied({ priority: 'low' }) })
    await userEvent.selectOptions(await screen.findByLabelText('Priority'), 'low')
    await userEvent.type(screen.getByLabelText('Internal Note (Optional)'), 'Can wait')
    await userEvent.click(update())
    expect(await screen.findByText('Your changes and your note have been saved.')).toBeVisible()
    expect(bodies('send_reply')).toMatchObject([
      { content: 'Can wait', is_internal: true, new_priority: 'low' },
    ])
    expect(bodies('tickets')).toEqual([])
    expect(screen.getByLabelText('Internal Note (Optional)')).toHaveValue('')
  })

  it('reports a refusal of both changes, and keeps the note', async () => {
    openTicket(buildStaffDetail(), { send_reply: forbidden })
    await userEvent.selectOptions(await screen.findByLabelText('Status'), 'closed')
    await userEvent.type(screen.getByLabelText('Internal Note (Optional)'), 'Why')
    await userEvent.click(update())
    expect(await screen.findByText(/Your note was not added either/)).toHaveTextContent(FORBIDDEN)
    expect(screen.getByLabelText('Internal Note (Optional)')).toHaveValue('Why')
  })

  it('shows a change at once and rolls it back when the server refuses', async () => {
    let answer = () => {}
    const waiting = new Promise<void>((resolve) => (answer = resolve))
    openTicket(buildStaffDetail(), { tickets: () => waiting.then(forbidden) })
    await userEvent.selectOptions(await screen.findByLabelText('Status'), 'solved')
    await userEvent.click(update())
    const header = within(screen.getByRole('article'))
    expect(await header.findByText('solved')).toBeVisible()
    answer()
    expect(await header.findByText('in progress')).toBeVisible()
    expect(screen.getAllByText(FORBIDDEN).length).toBeGreaterThan(0)
  })

  it('shows the server’s refusal on another agent’s ticket, without an optimistic change', async () => {
    openTicket(buildStaffDetail({ ticket: { assigned_to: OTHER_ID }, assignee: jun }), { tickets: forbidden })
    expect(await screen.findByText('Only Jun Takahashi or an admin can change this ticket.')).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('Status'), 'solved')
    await userEvent.click(update())
    await waitFor(() => expect(screen.getAllByText(FORBIDDEN).length).toBeGreaterThan(0))
    expect(within(screen.getByRole('article')).getByText('in progress')).toBeVisible()
  })

  it('requires text in a note, and shares its draft with the composer', async () => {
    const { bodies } = openTicket(buildStaffDetail(), { send_reply: replied() })
    await userEvent.click(await screen.findByRole('tab', { name: 'Internal Notes' }))
    await userEvent.click(screen.getByRole('button', { name: 'Add Note' }))
    expect(await screen.findByText('Note content is required')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Internal note' }))
    await userEvent.type(screen.getByPlaceholderText(/only staff can read/), 'Seen')
    expect(screen.getByLabelText('Internal note')).toHaveValue('Seen')
    await userEvent.click(screen.getByRole('button', { name: 'Add Note' }))
    expect(await screen.findByText('Note added')).toBeVisible()
    expect(bodies('send_reply')).toMatchObject([{ content: 'Seen', is_internal: true }])
    expect(screen.getByLabelText('Internal note')).toHaveValue('')
  })

  it('is replaced for admins by fields that save on change', async () => {
    signInAgent('admin')
    const { bodies } = openEditable({ assigned_to: OTHER_ID })
    await userEvent.selectOptions(await screen.findByLabelText('Status'), 'on_hold')
    await waitFor(() => expect(bodies('tickets')).toEqual([{ status: 'on_hold' }]))
    expect(screen.queryByRole('button', { name: 'Update Ticket' })).toBeNull()
  })
})

describe('assignment', () => {
  it('claims an unassigned ticket and sets it to in progress', async () => {
    openEditable({ assigned_to: null, status: 'open' })
    expect(await screen.findByText('Assign the ticket to yourself to change it.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Assign to me' }))
    expect(await screen.findByText('Avery Agent (you)')).toBeVisible()
    expect(within(screen.getByRole('article')).getByText('in progress')).toBeVisible()
  })

  it('names the assignee after a lost race', async () => {
    const lost = () =>
      refusal(409, 'Ticket is already assigned to Jun Takahashi', 'ticket_already_assigned', 'PT409')
    const free = buildStaffDetail({ ticket: { assigned_to: null }, assignee: null })
    const taken = buildStaffDetail({ ticket: { assigned_to: OTHER_ID }, assignee: jun })
    let asked = false
    openTicket(() => (asked ? taken : free), { claim_ticket: () => ((asked = true), lost()) })
    await userEvent.click(await screen.findByRole('button', { name: 'Assign to me' }))
    expect(await screen.findByText('Ticket is already assigned to Jun Takahashi')).toBeVisible()
    expect(await screen.findByText('Only Jun Takahashi or an admin can change this ticket.')).toBeVisible()
  })

  it('returns it to the queue', async () => {
    const { bodies } = openEditable()
    await userEvent.click(await screen.findByRole('button', { name: 'Unassign' }))
    expect(await screen.findByText('Nobody yet')).toBeVisible()
    expect(bodies('tickets')).toEqual([{ assigned_to: null }])
  })

  it('assigns it to a colleague found by search', async () => {
    const { bodies, sent } = openEditable()
    await userEvent.click(await screen.findByRole('button', { name: 'Hand over' }))
    await userEvent.type(screen.getByRole('combobox', { name: 'Find an agent' }), 'jun, "x"')
    await waitFor(() =>
      expect(
        sent
          .filter(({ url }) => url.pathname.endsWith('/profiles'))
          .at(-1)
          ?.url.searchParams.get('or'),
      ).toBe('(name.ilike.*jun_ _x_*,email.ilike.*jun_ _x_*)'),
    )
    await userEvent.clear(screen.getByRole('combobox', { name: 'Find an agent' }))
    await userEvent.keyboard('jun')
    expect(screen.queryByRole('option', { name: /Avery/ })).toBeNull()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(bodies('tickets')).toEqual([{ assigned_to: OTHER_ID }]))
    expect(await screen.findByText(/assigned to Jun Takahashi/)).toBeVisible()
  })
})

describe('staff search', () => {
  it('debounces requests and never picks a person who no longer matches', async () => {
    const { bodies, sent } = openTicket(buildStaffDetail(), {
      // Returns everybody, like the response to a shorter text.
      profiles: () => ({ body: [jun, { ...jun, id: 'other', name: 'Zoe Other', email: 'zoe@example.com' }] }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Hand over' }))
    await screen.findByRole('option', { name: /Jun/ })
    await userEvent.keyboard('zoe')
    expect(screen.queryByRole('option', { name: /Jun/ })).toBeNull()
    fireEvent.keyDown(document.activeElement!, { key: 'Enter', isComposing: true })
    await userEvent.keyboard('x{Enter}')
    expect(await screen.findByText('Nobody found')).toBeVisible()
    expect(bodies('tickets')).toEqual([])
    const asked = sent.filter(({ url }) => url.pathname.endsWith('/profiles'))
    expect(asked.length).toBeLessThan(4)
    await userEvent.keyboard('{Escape}')
    expect(screen.getByRole('button', { name: 'Hand over' })).toHaveFocus()
  })
})

describe('tags', () => {
  it('can be added and removed', async () => {
    const { bodies } = openEditable({ tags: ['billing'] })
    await userEvent.type(await screen.findByLabelText('Add a tag'), 'VIP{Enter}')
    expect(await screen.findByText('vip')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Remove tag billing' }))
    expect(screen.getByRole('button', { name: 'Remove tag vip' })).toHaveFocus()
    await waitFor(() => expect(bodies('tickets')).toEqual([{ tags: ['billing', 'vip'] }, { tags: ['vip'] }]))
  })

  it('report an invalid tag', async () => {
    const { bodies } = openEditable()
    await userEvent.type(await screen.findByLabelText('Add a tag'), `${'x'.repeat(41)}{Enter}`)
    expect(await screen.findByText('A tag must not exceed 40 characters')).toBeVisible()
    expect(bodies('tickets')).toEqual([])
  })
})

describe('requester', () => {
  it('shows the requester and their other tickets', async () => {
    const other = {
      id: 'o1',
      subject: 'Another one',
      status: 'solved' as const,
      priority: 'low' as const,
      created_at: '2026-01-05T10:00:00+00:00',
      updated_at: '2026-01-05T10:00:00+00:00',
    }
    openTicket(buildStaffDetail({ staff: { other_tickets: [other] } }))
    const part = within(await screen.findByRole('region', { name: 'Requester' }))
    expect(part.getByText('Pat Example')).toBeVisible()
    expect(part.getByRole('link', { name: 'pat@example.com' })).toHaveAttribute(
      'href',
      'mailto:pat@example.com',
    )
    expect(part.getByRole('link', { name: 'Another one' })).toHaveAttribute('href', '/tickets/o1')
  })
})
