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
    // Not sent while a placeholder of a macro is in it: it is selected, to be typed over.
    await userEvent.click(send())
    expect(await screen.findByText('Not sent: {{ticket.nr}} is not filled in')).toBeVisible()
    expect(await box()).toBeInvalid()
    expect(await box()).toHaveAccessibleDescription(/Type what belongs there/)
    expect(await box()).toHaveFocus()
    expect(bodies('send_reply')).toEqual([])
    await userEvent.keyboard('#1042')
    expect(await box()).toHaveValue('Good morning. Hello Pat Example of #1042')
    expect(screen.queryByText(/is not filled in/)).toBeNull()
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

  const pickGreeting = async () => {
    await box()
    screen.getByRole('button', { name: 'Macros' }).focus()
    await userEvent.keyboard('{Enter}greet')
    await screen.findByRole('option', { name: /Greeting/ })
    await userEvent.keyboard('{Enter}')
  }

  it('are sent as code when a person wants the braces', async () => {
    const { bodies } = openTicket(buildStaffDetail(), { send_reply: replied() })
    await userEvent.type(await box(), 'Write {{{{customer.email}}')
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await userEvent.click(await screen.findByRole('button', { name: 'Keep as code' }))
    expect(await box()).toHaveValue('Write `{{customer.email}}`')
    expect(screen.queryByText(/is not filled in/)).toBeNull()
    await userEvent.click(send())
    await screen.findByText('Comment added')
    expect(bodies('send_reply')).toMatchObject([{ content: 'Write `{{customer.email}}`' }])
  })

  it('let braces of other languages and notes alone', async () => {
    const { bodies } = openTicket(buildStaffDetail(), { send_reply: replied() })
    await userEvent.type(await box(), 'Use {{{{ product.title }} there')
    await userEvent.click(send())
    await screen.findByText('Comment added')
    await userEvent.click(screen.getByRole('button', { name: 'Internal note' }))
    await userEvent.type(screen.getByPlaceholderText(/^Write a note/), 'No {{{{customer.name}}')
    await userEvent.click(send())
    await waitFor(() => expect(bodies('send_reply')).toHaveLength(2))
  })

  it('ask their questions first, by keyboard, and Escape changes nothing', async () => {
    const body = '{{ask:Which device?}} in {{ask:Size?|Small|Large}}, {{customer.first_name|there}}'
    const { bodies } = openTicket(buildStaffDetail(), { macros: () => ({ body: [{ ...macro, body }] }) })
    await userEvent.type(await box(), 'Mine')
    await pickGreeting()
    const dialog = await screen.findByRole('dialog', { name: 'Greeting' })
    const device = within(dialog).getByRole('textbox', { name: /^Which device/ })
    await waitFor(() => expect(device).toHaveFocus())
    await userEvent.keyboard('Phone')
    dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(async () => expect(await box()).toHaveFocus())
    expect(await box()).toHaveValue('Mine')
    expect(bodies('count_macro_use')).toEqual([])
    await pickGreeting()
    await waitFor(() => expect(screen.getByRole('textbox', { name: /^Which device/ })).toHaveFocus())
    await userEvent.keyboard('Phone{Enter}')
    expect(await screen.findByText('An answer is required')).toBeVisible()
    expect(screen.getByRole('combobox', { name: /^Size/ })).toHaveFocus()
    await userEvent.selectOptions(screen.getByRole('combobox', { name: /^Size/ }), 'Large')
    await userEvent.click(screen.getByRole('button', { name: 'Insert' }))
    expect(await box()).toHaveValue('MinePhone in Large, Pat')
    await waitFor(async () => expect(await box()).toHaveFocus())
    expect(bodies('count_macro_use')).toEqual([{ macro_id: 'm1' }])
  })

  it('are listed by use and folder, with a preview for this ticket', async () => {
    const many = [
      { ...macro, id: 'm1', name: 'Billing / Refund', body: 'Dear {{customer.first_name}}', macro_uses: [] },
      { ...macro, id: 'm2', name: 'Billing / Invoice', macro_uses: [{ uses: 2 }] },
      { ...macro, id: 'm3', name: 'Welcome', macro_uses: [] },
    ]
    openTicket(buildStaffDetail(), { macros: () => ({ body: many }) })
    await box()
    await userEvent.click(screen.getByRole('button', { name: 'Macros' }))
    const list = await screen.findByRole('listbox')
    await within(list).findByText('Most used')
    expect([...list.children].map((each) => each.textContent)).toEqual([
      'Most used',
      'Billing / Invoice',
      'Without folder',
      'Welcome',
      'Billing',
      'Refund',
    ])
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    expect(screen.getByText('Dear Pat')).toBeVisible()
    await userEvent.keyboard('bill')
    expect(
      within(list)
        .getAllByRole('option')
        .map((each) => each.textContent),
    ).toEqual(['Billing / Refund', 'Billing / Invoice'])
  })
})
