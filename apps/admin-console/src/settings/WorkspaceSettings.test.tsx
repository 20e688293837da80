import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { dismissToast } from '@helpdesk/ui'
import { useQueryClient } from '@helpdesk/ui/query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { WorkspaceSettings } from './WorkspaceSettings'
import { storedSettings } from '../testing/stored-settings'

const stored = storedSettings
const PATH = '/admin/settings/workspace'
/** A backend that stores the settings, and can refuse changes. */
function open(refuse?: () => { status: number; body: unknown }) {
  let row: object = stored
  const sent = stubBackend(({ method, body }) => {
    if (method === 'GET') return { body: row }
    if (refuse) return refuse()
    row = { ...row, ...(body as object) }
    return { body: row }
  })
  renderAt(PATH, [{ path: PATH, element: <WorkspaceSettings /> }])
  return () => sent.filter(({ method }) => method === 'PATCH')
}
const field = (name: string | RegExp) => screen.findByLabelText(name)
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save settings' }))
const type = async (name: string | RegExp, text: string) => {
  await userEvent.clear(await field(name))
  if (text) await userEvent.type(await field(name), text)
}

beforeEach(() => {
  dismissToast()
  signInAs({ role: 'admin' })
})

it('shows the settings and their limits', async () => {
  open()
  expect(await field(/Workspace name/)).toHaveValue('Helpdesk')
  expect(await field('Maximum file size (MB)')).toHaveValue('5')
  expect(await field('Maximum file size (MB)')).toHaveAccessibleDescription(/Up to 5 MB/)
  expect(await field('Files per ticket')).toHaveAccessibleDescription(/0 to 5\. Set to 0/)
  expect(await field(/Invites are valid/)).toHaveAccessibleDescription(/1 to 7/)
})

it('offers the time zones of this browser and saves the chosen one', async () => {
  const patches = open()
  await userEvent.selectOptions(await field('Time zone'), 'Asia/Tokyo')
  await save()
  await waitFor(() => expect(patches().map(({ body }) => body)).toEqual([{ time_zone: 'Asia/Tokyo' }]))
})

it('names a time zone that the server refuses at its field', async () => {
  open(() => ({
    status: 400,
    body: { code: 'P0001', message: 'Unknown time zone', details: 'time_zone', hint: null },
  }))
  await userEvent.selectOptions(await field('Time zone'), 'Asia/Tokyo')
  await save()
  expect(await screen.findByText(/Choose another time zone/)).toBeVisible()
  expect(await field('Time zone')).toBeInvalid()
})

it('sends only what was changed', async () => {
  const patches = open()
  await type(/Workspace name/, ' Acme ')
  await type(/Ticket prefix/, 'acme')
  await type('Maximum file size (MB)', '2.5')
  await userEvent.selectOptions(await field('Default priority'), 'High')
  await userEvent.selectOptions(await field('Agents may update'), 'All tickets')
  await save()
  expect(await screen.findByText('Settings saved')).toBeVisible()
  expect(patches()[0]?.body).toEqual({
    workspace_name: 'Acme',
    ticket_prefix: 'ACME',
    default_priority: 'high',
    agents_update: 'all',
    max_file_bytes: 2621440,
  })
  expect(await field(/Workspace name/)).toHaveValue('Acme')
  expect(await field(/Ticket prefix/)).toHaveAccessibleDescription(
    'A search for ACME-1042 finds ticket #1042.',
  )
})

it('saves working days and hours, and asks for a day and for closing after opening', async () => {
  const patches = open()
  const days = within(await screen.findByRole('group', { name: 'Working days' }))
  for (const name of ['Saturday', 'Monday']) await userEvent.click(days.getByRole('checkbox', { name }))
  fireEvent.change(await field('Opens at'), { target: { value: '10:30' } })
  fireEvent.change(await field('Closes at'), { target: { value: '10:00' } })
  await save()
  expect(await field('Closes at')).toHaveAccessibleDescription(/Enter a time after the opening/)
  expect(await field('Closes at')).toHaveFocus()
  fireEvent.change(await field('Closes at'), { target: { value: '19:00' } })
  for (const name of ['Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'])
    await userEvent.click(days.getByRole('checkbox', { name }))
  expect(await screen.findByText('Choose at least one day')).toBeVisible()
  await userEvent.click(days.getByRole('checkbox', { name: 'Sunday' }))
  await userEvent.click(days.getByRole('checkbox', { name: 'Tuesday' }))
  await save()
  expect(await screen.findByText('Settings saved')).toBeVisible()
  expect(patches()[0]?.body).toEqual({ working_days: [2, 7], opens_at: '10:30', closes_at: '19:00' })
})

it('saves for how long closed tickets reopen, 0 for always, and refuses other numbers', async () => {
  const patches = open()
  const days = 'Closed tickets reopen for (days)'
  expect(await field(days)).toHaveValue('28')
  expect(await field(days)).toHaveAccessibleDescription(/0 to 3650\. .* Set to 0 to reopen however old/)
  for (const text of ['3651', '-1', '1.5', 'never', '']) {
    await type(days, text)
    await save()
    expect(await field(days)).toHaveAccessibleDescription(/Enter a whole number of days from 0 to 3650/)
  }
  expect(patches()).toEqual([])
  await type(days, '0')
  await save()
  await waitFor(() => expect(patches().map(({ body }) => body)).toEqual([{ follow_up_days: 0 }]))
  expect(await field(days)).toHaveValue('0')
})

it('shows at its field that the database refused the days', async () => {
  const message =
    'new row for relation "workspace_settings" violates check constraint "workspace_settings_follow_up_days"'
  open(() => ({ status: 400, body: { code: '23514', message, details: null, hint: null } }))
  await type('Closed tickets reopen for (days)', '30')
  await save()
  await waitFor(async () => expect(await field('Closed tickets reopen for (days)')).toBeInvalid())
})

it('shows errors at their fields and sends nothing', async () => {
  const patches = open()
  await type('Support email', 'nobody')
  await type('Files per ticket', '6')
  await save()
  expect(await field('Support email')).toHaveAccessibleDescription(/Please enter a valid email address/)
  expect(await field('Files per ticket')).toHaveAccessibleDescription(/Enter a whole number from 0 to 5/)
  expect(await field('Support email')).toHaveFocus()
  expect(patches()).toHaveLength(0)
})

it('shows a database error at its field', async () => {
  const message =
    'new row for relation "workspace_settings" violates check constraint "workspace_settings_email"'
  open(() => ({ status: 400, body: { code: '23514', message, details: null, hint: null } }))
  await type('Support email', 'a@b.c')
  await save()
  await waitFor(async () =>
    expect(await field('Support email')).toHaveAccessibleDescription(/Please enter a valid email address/),
  )
})

it('keeps the input when saving fails', async () => {
  open(() => ({ status: 500, body: { message: 'out of order' } }))
  await type(/Workspace name/, 'Acme')
  await save()
  expect(await screen.findByText('An unknown error occurred')).toBeVisible()
  expect(await field(/Workspace name/)).toHaveValue('Acme')
})

it('shows why loading failed, and retries', async () => {
  let broken = true
  stubBackend(() => (broken ? { status: 500, body: { message: 'out of order' } } : { body: stored }))
  renderAt(PATH, [{ path: PATH, element: <WorkspaceSettings /> }])
  expect(await screen.findByText('Settings could not be loaded')).toBeVisible()
  broken = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await field(/Workspace name/)).toHaveValue('Helpdesk')
})

it('does not overwrite another admin’s changes', async () => {
  let row: object = stored
  const sent = stubBackend(({ method, body }) => {
    if (method === 'PATCH') row = { ...row, ...(body as object) }
    return { body: row }
  })
  const Again = () => {
    const queries = useQueryClient()
    return <button onClick={() => void queries.invalidateQueries()}>Read again</button>
  }
  const element = (
    <>
      <WorkspaceSettings />
      <Again />
    </>
  )
  renderAt(PATH, [{ path: PATH, element }])
  await type(/Workspace name/, 'Acme')
  row = { ...row, support_email: 'other@example.com' }
  await userEvent.click(screen.getByText('Read again'))
  await waitFor(() => expect(sent).toHaveLength(2))
  await save()
  expect(await screen.findByText('Settings saved')).toBeVisible()
  expect(sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ workspace_name: 'Acme' })
  expect(await field('Support email')).toHaveValue('other@example.com')
})

describe('appearance', () => {
  const saveAppearance = () => userEvent.click(screen.getByRole('button', { name: 'Save appearance' }))

  it('saves a logo and an accent color', async () => {
    const patches = open()
    const png = new File([Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], 'logo.png', {
      type: 'image/png',
    })
    await userEvent.upload((await screen.findAllByLabelText('Logo')).find(isFileInput)!, png)
    expect(await screen.findByRole('button', { name: 'Remove' })).toBeVisible()
    await type('Accent color', '#0B5F6B')
    await saveAppearance()
    expect(await screen.findByText('Settings saved')).toBeVisible()
    expect(patches()[0]?.body).toEqual({
      accent_color: '#0b5f6b',
      logo: 'data:image/png;base64,iVBORw0KGgo=',
    })
  })

  it('refuses a color on which white text is hard to read, and other files', async () => {
    const patches = open()
    await type('Accent color', '#ffe600')
    expect(await field('Accent color')).toHaveAccessibleDescription(/Too light: .* 1\.2:1/)
    const svg = new File(['<svg/>'], 'logo.png', { type: 'image/png' })
    await userEvent.upload(screen.getAllByLabelText('Logo').find(isFileInput)!, svg)
    expect(await screen.findByText('Choose a PNG, JPEG or WebP image.')).toBeVisible()
    await saveAppearance()
    expect(patches()).toHaveLength(0)
  })

  it('shows the contrast on both themes', async () => {
    open()
    await type('Accent color', '#0b5f6b')
    for (const theme of ['Light theme', 'Dark theme'])
      expect(screen.getByRole('group', { name: theme })).toHaveTextContent(/Button[4-9]\.\d:1Link(\d+)\.\d:1/)
  })
})

const isFileInput = (element: HTMLElement) => element instanceof HTMLInputElement && element.type === 'file'
