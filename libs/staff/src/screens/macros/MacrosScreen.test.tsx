// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Macro } from '../../model/macros'
import { renderAt, stubBackend } from '@helpdesk/tickets/testing'
import { MacrosScreen } from './MacrosScreen'
import { AGENT_ID, OTHER_ID, refusal, signInAgent } from '../testing'

const macro = (overrides: Partial<Macro> = {}): Macro => ({
  id: 'm1',
  owner_id: AGENT_ID,
  is_shared: false,
  name: 'Greeting',
  body: 'Hello {{customer.name}}',
  set_status: 'pending',
  set_priority: null,
  add_tags: ['vip'],
  created_at: '2026-01-05T10:00:00Z',
  updated_at: '2026-01-05T10:00:00Z',
  ...overrides,
})

/** Opens the page on a backend that stores macros. */
function open(start: Macro[], refuse?: () => { status?: number; body?: unknown }) {
  let rows = start
  const sent = stubBackend(({ method, body, url }) => {
    if (method === 'GET') return { body: rows }
    if (refuse) return refuse()
    const id = url.searchParams.get('id')?.replace('eq.', '') ?? 'new'
    if (method === 'DELETE') {
      rows = rows.filter((each) => each.id !== id)
      return { body: { id } }
    }
    const before = rows.find((each) => each.id === id) ?? macro({ id })
    const after = { ...before, ...(body as Partial<Macro>) }
    rows = [...rows.filter((each) => each.id !== id), after]
    return { body: after }
  })
  renderAt('/dashboard/agent/macros', [{ path: '/dashboard/agent/macros', element: <MacrosScreen /> }])
  return sent
}
const card = async (name: string) => within(await screen.findByRole('region', { name }))

beforeEach(() => {
  localStorage.clear()
  signInAgent()
})

describe('MacrosScreen', () => {
  it('shows an empty state', async () => {
    open([])
    expect(await screen.findByText('No macros yet')).toBeVisible()
  })

  it('shows what a macro sets, without actions on another user’s macro', async () => {
    open([macro(), macro({ id: 'm2', name: 'Theirs', owner_id: OTHER_ID, is_shared: true })])
    const mine = await card('Greeting')
    expect(mine.getByText('Personal')).toBeVisible()
    expect(mine.getByText('Sets Pending')).toBeVisible()
    expect(mine.getByText('Adds vip')).toBeVisible()
    const theirs = await card('Theirs')
    expect(theirs.getByText('Shared')).toBeVisible()
    expect(theirs.queryByRole('button')).toBeNull()
  })

  it('lets an admin edit a shared macro', async () => {
    signInAgent('admin')
    open([macro({ owner_id: OTHER_ID, is_shared: true })])
    expect((await card('Greeting')).getByRole('button', { name: 'Edit Greeting' })).toBeEnabled()
    expect((await card('Greeting')).queryByRole('button', { name: 'Make personal' })).toBeNull()
  })

  it('validates the form, warns of unknown placeholders, and creates a macro', async () => {
    const sent = open([])
    await userEvent.click(await screen.findByRole('button', { name: 'New Macro' }))
    await userEvent.click(screen.getByRole('button', { name: 'Save Macro' }))
    expect(await screen.findByText('Name is required')).toBeVisible()
    expect(screen.getByText('Text is required, unless the macro sets something')).toBeVisible()
    expect(sent).toHaveLength(1)

    await userEvent.type(screen.getByLabelText('Name'), ' Closing ')
    await userEvent.type(screen.getByLabelText('Text'), 'Bye {{{{customer.nmae}}')
    expect(screen.getByText(/unknown and will stay as they are: \{\{customer.nmae\}\}/)).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('Set status'), 'solved')
    await userEvent.type(screen.getByLabelText('Add tags'), 'Done, done')
    await userEvent.click(screen.getByLabelText('Share with all agents and admins'))
    await userEvent.click(screen.getByRole('button', { name: 'Save Macro' }))
    expect((await card('Closing')).getByText('Shared')).toBeVisible()
    expect(sent.find(({ method }) => method === 'POST')?.body).toEqual({
      owner_id: AGENT_ID,
      name: 'Closing',
      body: 'Bye {{customer.nmae}}',
      set_status: 'solved',
      set_priority: null,
      add_tags: ['done'],
      is_shared: true,
    })
  })

  it('keeps the form when the server refuses', async () => {
    open([macro()], () => refusal(400, 'out of order'))
    await userEvent.click((await card('Greeting')).getByRole('button', { name: 'Edit Greeting' }))
    await userEvent.type(screen.getByLabelText('Name'), ' 2')
    await userEvent.click(screen.getByRole('button', { name: 'Save Macro' }))
    expect(await screen.findByText('An unknown error occurred')).toBeVisible()
    expect(screen.getByLabelText('Name')).toHaveValue('Greeting 2')
  })

  it('removes a macro that somebody else has deleted', async () => {
    const rows = [macro()]
    const sent = open(rows, () => {
      rows.length = 0
      return { status: 406, body: { code: 'PGRST116', message: 'no rows' } }
    })
    await userEvent.click((await card('Greeting')).getByRole('button', { name: 'Delete' }))
    await userEvent.click((await card('Greeting')).getByRole('button', { name: 'Delete for good' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Greeting' })).toBeNull())
    expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })

  it('shares a macro, and deletes it after confirmation', async () => {
    const sent = open([macro()])
    await userEvent.click((await card('Greeting')).getByRole('button', { name: 'Share with everyone' }))
    expect(await (await card('Greeting')).findByText('Shared')).toBeVisible()
    await userEvent.click((await card('Greeting')).getByRole('button', { name: 'Delete' }))
    expect(sent.some(({ method }) => method === 'DELETE')).toBe(false)
    await userEvent.click((await card('Greeting')).getByRole('button', { name: 'Delete for good' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Greeting' })).toBeNull())
  })

  it('keeps what is written of a macro, opens its form again, and Cancel discards it', async () => {
    open([macro(), macro({ id: 'm2', name: 'Other' })])
    await userEvent.click((await card('Other')).getByRole('button', { name: 'Edit Other' }))
    await userEvent.type((await card('Edit macro')).getByLabelText('Text'), ' and bye')
    cleanup()
    open([macro(), macro({ id: 'm2', name: 'Other' })])
    const form = await card('Edit macro')
    expect(form.getByText('Draft restored')).toBeVisible()
    expect(form.getByLabelText(/^Name/)).toHaveValue('Other')
    expect(form.getByLabelText('Text')).toHaveValue('Hello {{customer.name}} and bye')
    await userEvent.click(form.getByRole('button', { name: 'Discard draft' }))
    expect(form.getByLabelText('Text')).toHaveValue('Hello {{customer.name}}')
    await userEvent.type(form.getByLabelText('Text'), '!')
    await userEvent.click(form.getByRole('button', { name: 'Cancel' }))
    cleanup()
    open([macro()])
    await card('Greeting')
    expect(screen.queryByRole('region', { name: 'Edit macro' })).toBeNull()
  })

  it('keeps a new macro', async () => {
    open([])
    await screen.findByText('No macros yet')
    await userEvent.click(screen.getByRole('button', { name: 'New Macro' }))
    await userEvent.type(screen.getByLabelText(/^Name/), 'Half')
    cleanup()
    open([])
    expect((await card('New macro')).getByLabelText(/^Name/)).toHaveValue('Half')
  })
})
