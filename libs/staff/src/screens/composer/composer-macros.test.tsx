// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dropOpenDrafts } from '../../drafts/use-ticket-draft'
import { AGENT_ID, buildStaffDetail, openTicket, replied, signInAgent } from '../testing'

const box = () => screen.findByPlaceholderText('Add a comment...')
const send = () => screen.getByRole('button', { name: 'Send' })

beforeEach(() => signInAgent())
afterEach(() => {
  dropOpenDrafts()
  localStorage.clear()
})

describe('macros', () => {
  const macro = {
    id: 'm1',
    owner_id: AGENT_ID,
    is_shared: true,
    name: 'Greeting',
    body: 'Hello {{customer.name}} of {{ticket.nr}}',
    set_status: 'pending',
    set_priority: 'high',
    add_tags: ['greeted'],
    created_at: '2026-01-05T10:00:00Z',
    updated_at: '2026-01-05T10:00:00Z',
  }

  it('are inserted by keyboard, list unfilled placeholders and change the ticket with the reply', async () => {
    const { bodies } = openTicket(buildStaffDetail(), {
      macros: () => ({ body: [{ ...macro, id: 'm0', name: 'Another', body: 'x' }, macro] }),
      send_reply: replied(),
    })
    await userEvent.type(await box(), 'Good morning. ')
    screen.getByRole('button', { name: 'Macros' }).focus()
    await userEvent.keyboard('{Enter}greet')
    await waitFor(() => expect(within(screen.getByRole('listbox')).getAllByRole('option')).toHaveLength(1))
    await userEvent.keyboard('{Enter}')
    expect(await box()).toHaveValue('Good morning. Hello Pat Example of {{ticket.nr}}')
    expect(screen.getByText('Fill in before sending: {{ticket.nr}}')).toBeVisible()
    await waitFor(async () => expect(await box()).toHaveFocus())
    await userEvent.click(screen.getByRole('button', { name: 'Leave out priority High' }))
    await userEvent.click(send())
    await screen.findByText('Comment added')
    expect(bodies('send_reply')).toMatchObject([{ new_status: 'pending', add_tags: ['greeted'] }])
    expect(bodies('send_reply')[0]).not.toHaveProperty('new_priority')
    expect(screen.queryByText('With this reply:')).toBeNull()
  })

  it('give the number that people use, also where older macros say ticket.id', async () => {
    openTicket(buildStaffDetail({ ticket: { number: 1042 } }), {
      macros: () => ({ body: [{ ...macro, body: '{{ticket.number}} is {{ticket.id}}' }] }),
    })
    await box()
    screen.getByRole('button', { name: 'Macros' }).focus()
    await userEvent.keyboard('{Enter}greet')
    await screen.findByRole('option', { name: /Greeting/ })
    await userEvent.keyboard('{Enter}')
    expect(await box()).toHaveValue('#1042 is #1042')
    expect(screen.queryByText(/Fill in before sending/)).toBeNull()
  })
})
