// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { AGENT_ID, signInAgent } from '../testing'
import { box, open, row } from './testing'

const macro = {
  id: 'm1',
  owner_id: AGENT_ID,
  is_shared: true,
  name: 'All works again',
  body: 'Hello {{customer.name}}, {{ticket.number}} works again.',
  set_status: null as string | null,
  set_priority: null,
  add_tags: null as string[] | null,
  created_at: '2026-01-05T10:00:00Z',
  updated_at: '2026-01-05T10:00:00Z',
}
const openWith = (more: Partial<typeof macro> = {}) =>
  open([row(1), row(2)], {}, { macros: () => ({ body: [{ ...macro, ...more }] }) })
type InDialog = Awaited<ReturnType<typeof open>>['dialog']
const pick = async (dialog: InDialog) => {
  dialog.getByRole('button', { name: 'Macros' }).focus()
  await userEvent.keyboard('{Enter}works')
  await screen.findByRole('option', { name: /All works again/ })
  await userEvent.keyboard('{Enter}')
}

beforeEach(() => signInAgent())
afterEach(() => localStorage.clear())

describe('a macro in the reply to incidents', () => {
  it('is inserted at the cursor by keyboard, and filled for each ticket', async () => {
    const { sent, dialog } = await openWith()
    await userEvent.type(box(), 'Good news! ')
    await pick(dialog)
    expect(box()).toHaveValue('Good news! Hello {{customer.name}}, {{ticket.number}} works again.')
    await waitFor(() => expect(box()).toHaveFocus())
    await userEvent.keyboard(' Bye')
    await userEvent.click(dialog.getByRole('button', { name: 'Reply to 2 tickets' }))
    await waitFor(() => expect(sent()).toHaveLength(1))
    expect(sent()[0]?.contents).toEqual([
      'Good news! Hello Customer 1, #1 works again. Bye',
      'Good news! Hello Customer 2, #2 works again. Bye',
    ])
  })

  it('that solves tickets solves them, and says nothing else', async () => {
    const { dialog } = await openWith({ set_status: 'solved' })
    await pick(dialog)
    expect(dialog.getByRole('checkbox', { name: 'Also solve them' })).toBeChecked()
    expect(dialog.queryByText(/other changes/)).toBeNull()
  })

  it('says that its other changes are left out', async () => {
    const { dialog } = await openWith({ set_status: 'pending', add_tags: ['vpn'] })
    await pick(dialog)
    expect(dialog.getByRole('checkbox', { name: 'Also solve them' })).not.toBeChecked()
    expect(await dialog.findByText(/without the macro’s other changes/)).toBeVisible()
    await userEvent.clear(box())
    expect(dialog.queryByText(/other changes/)).toBeNull()
  })

  it('can be left out by Escape, which closes the menu alone', async () => {
    const { dialog } = await openWith()
    await userEvent.type(box(), 'Mine')
    await userEvent.click(dialog.getByRole('button', { name: 'Macros' }))
    await dialog.findByRole('option', { name: /All works again/ })
    await userEvent.keyboard('{Escape}')
    expect(dialog.queryByRole('option', { name: /All works again/ })).toBeNull()
    expect(dialog.getByRole('button', { name: 'Macros' })).toHaveFocus()
    expect(box()).toHaveValue('Mine')
  })
})
