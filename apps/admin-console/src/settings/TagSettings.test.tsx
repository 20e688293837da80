import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { dismissToast } from '@helpdesk/ui'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { newTagProblem } from './tag-rules'
import { ticketCount } from './texts'
import { TagSettings } from './TagSettings'

const PATH = '/admin/settings/tags'
/** A backend that stores tags. */
function open(start: Record<string, number>, refuse?: () => { status: number; body: unknown }) {
  const tags = new Map(Object.entries(start))
  const sent = stubBackend(({ url, body }) => {
    if (url.pathname.endsWith('count_tags'))
      return { body: [...tags].map(([tag, tickets]) => ({ tag, tickets })) }
    if (refuse) return refuse()
    const { tag, new_tag: name } = body as { tag: string; new_tag?: string }
    const count = tags.get(tag) ?? 0
    tags.delete(tag)
    if (name) tags.set(name, (tags.get(name) ?? 0) + count)
    return { body: count }
  })
  renderAt(PATH, [{ path: PATH, element: <TagSettings /> }])
  return () => sent.filter(({ url }) => url.pathname.endsWith('change_tag')).map(({ body }) => body)
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const dialog = () => within(screen.getByRole('dialog'))

beforeEach(() => {
  dismissToast()
  signInAs({ role: 'admin' })
})

it('lists the tags with their number of tickets', async () => {
  open({ billing: 1200, login: 1 })
  const rows = await screen.findAllByRole('listitem')
  expect(rows[0]).toHaveTextContent('billing1,200 tickets')
  expect(rows[1]).toHaveTextContent('login1 ticket')
})

it('explains an empty list', async () => {
  open({})
  expect(await screen.findByText('No tags yet')).toBeVisible()
})

it('asks before deleting a tag, with the number of tickets', async () => {
  const changes = open({ billing: 1200, login: 1 })
  await press('Delete billing')
  expect(dialog().getByText(/removes the tag from 1,200 tickets/)).toBeVisible()
  await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(changes()).toHaveLength(0)
  await press('Delete billing')
  await userEvent.click(dialog().getByRole('button', { name: 'Delete from 1,200 tickets' }))
  expect(await screen.findByText('Removed from 1,200 tickets.')).toBeVisible()
  expect(changes()).toEqual([{ tag: 'billing' }])
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete billing' })).toBeNull())
})

it('renames in lower case, and warns before merging tags', async () => {
  const changes = open({ billing: 3, invoice: 2 })
  await press('Rename billing')
  const name = dialog().getByLabelText('New name')
  expect(name).toHaveValue('billing')
  await userEvent.click(dialog().getByRole('button', { name: 'Rename' }))
  expect(name).toHaveAccessibleDescription(/The tag already has this name/)
  await userEvent.clear(name)
  await userEvent.type(name, ' Invoice ')
  expect(dialog().getByText(/invoice already exists on 2 tickets. The two tags will be merged/)).toBeVisible()
  await userEvent.click(dialog().getByRole('button', { name: 'Rename' }))
  expect(await screen.findByText('3 tickets now have the tag invoice.')).toBeVisible()
  expect(changes()).toEqual([{ tag: 'billing', new_tag: 'invoice' }])
  await waitFor(() => expect(screen.getByRole('listitem')).toHaveTextContent('invoice5 tickets'))
})

it('keeps the dialog open and shows why the server refused', async () => {
  open({ billing: 3 }, () => ({
    status: 400,
    body: { code: 'P0001', message: 'Not you', details: 'admin_required' },
  }))
  await press('Delete billing')
  await userEvent.click(dialog().getByRole('button', { name: 'Delete from 3 tickets' }))
  expect(await dialog().findByText('Must be logged in as an admin')).toBeVisible()
})

it.each([
  ['', 'Enter a name'],
  ['x'.repeat(41), 'A tag can have at most 40 characters'],
  ['a,b', 'A tag cannot contain a comma'],
  ['old', 'The tag already has this name'],
  ['x'.repeat(40), null],
])('validates the new name %j: %s', (name, problem) => expect(newTagProblem(name, 'old')).toBe(problem))

it.each([
  [0, '0 tickets'],
  [1, '1 ticket'],
  [2, '2 tickets'],
])('formats the ticket count %d as %s', (count, words) => expect(ticketCount(count)).toBe(words))
