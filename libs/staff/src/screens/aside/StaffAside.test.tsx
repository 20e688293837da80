// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dropOpenDrafts } from '../../drafts/use-ticket-draft'
import type { Ticket } from '@helpdesk/tickets/model/rows'
import { AGENT_ID, buildStaffDetail, openTicket, OTHER_ID, refusal, replied, signInAgent } from '../testing'

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
    const { bodies } = openTicket(buildStaffDetail({ ticket: { number: 1042 } }), {
      send_reply: replied({ priority: 'low' }),
    })
    await userEvent.selectOptions(await screen.findByLabelText('Priority'), 'low')
    await userEvent.type(screen.getByLabelText('Internal Note (Optional)'), 'Can wait')
    await userEvent.click(update())
    expect(await screen.findByText('Your changes and your note have been saved.')).toBeVisible()
    expect(screen.getByText('#1042 set to Low priority')).toBeVisible()
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
    expect(await screen.findByText(/Your note was not added and is still in the box/)).toHaveTextContent(
      FORBIDDEN,
    )
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

  it('changes nothing but adds notes on another agent’s ticket', async () => {
    const theirs = buildStaffDetail({ ticket: { assigned_to: OTHER_ID }, assignee: jun })
    const { bodies } = openTicket(theirs, { send_reply: replied({ assigned_to: OTHER_ID }) })
    expect(await screen.findByLabelText('Status')).toBeDisabled()
    expect(screen.getByLabelText('Priority')).toBeDisabled()
    expect(screen.getByText(/Take over to change this ticket. You can add a note/)).toBeVisible()
    await userEvent.type(screen.getByLabelText('Internal Note (Optional)'), 'Seen it too')
    await userEvent.click(update())
    await waitFor(() => expect(bodies('send_reply')).toMatchObject([{ content: 'Seen it too' }]))
    expect(bodies('tickets')).toEqual([])
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

  it('is for agents alone', async () => {
    signInAgent('admin')
    openEditable({ assigned_to: OTHER_ID })
    expect(await screen.findByRole('region', { name: 'Requester' })).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Update Ticket' })).toBeNull()
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
      number: 977,
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
    expect(part.getByText('#977')).toBeVisible()
    expect(part.getByRole('link', { name: 'Another one' })).toHaveAttribute('href', '/tickets/o1')
  })
})
