import { DEFAULT_WORKSPACE, workspaceAtom } from '@helpdesk/auth'
import { renderAt, signInAs, stubBackend, stubIndexedDB } from '@helpdesk/tickets/testing'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { beforeEach, expect, it } from 'vitest'
import { NewTicket } from './NewTicket'

/** The server's settings. The page starts with those the browser stored last. */
let settings = DEFAULT_WORKSPACE
const open = () => {
  const sent = stubBackend(({ url }) => ({ body: url.pathname.endsWith('settings') ? [settings] : [] }))
  renderAt('/tickets/new', [{ path: '/tickets/new', element: <NewTicket /> }])
  return () => sent.filter(({ url }) => url.pathname === '/rest/v1/workspace_settings')
}
const priority = () => screen.findByLabelText('Priority')
const file = (name: string) => new File(['hello'], name, { type: 'text/plain' })

beforeEach(() => {
  localStorage.clear()
  settings = DEFAULT_WORKSPACE
  getDefaultStore().set(workspaceAtom, DEFAULT_WORKSPACE)
  signInAs()
})

it('requests the limits once and then uses the stored ones', async () => {
  settings = { ...DEFAULT_WORKSPACE, max_files: 1, max_file_bytes: 1024 }
  const requests = open()
  expect(await screen.findByText('Maximum 1 file, up to 1 KB')).toBeVisible()
  expect(requests()).toHaveLength(1)
  cleanup()
  const again = open()
  expect(await screen.findByText('Maximum 1 file, up to 1 KB')).toBeVisible()
  expect(again()).toHaveLength(0)
})

it('starts with the default priority of the workspace until one is chosen', async () => {
  settings = { ...DEFAULT_WORKSPACE, default_priority: 'high' }
  open()
  await waitFor(async () => expect(await priority()).toHaveValue('high'))
  await userEvent.selectOptions(await priority(), 'low')
  act(() => getDefaultStore().set(workspaceAtom, { ...settings, default_priority: 'urgent' }))
  expect(await priority()).toHaveValue('low')
})

it('falls back to normal for an unknown default priority', async () => {
  settings = { ...DEFAULT_WORKSPACE, default_priority: 'whenever' }
  const requests = open()
  await waitFor(() => expect(requests()).toHaveLength(1))
  expect(await priority()).toHaveValue('normal')
})

it('lists stored files that the workspace no longer accepts', async () => {
  stubIndexedDB()
  open()
  await userEvent.upload(await screen.findByLabelText('Attachments'), [file('one.txt'), file('two.txt')])
  await screen.findByText('two.txt')
  cleanup()
  getDefaultStore().set(workspaceAtom, { ...DEFAULT_WORKSPACE, max_files: 1 })
  settings = { ...DEFAULT_WORKSPACE, max_files: 1 }
  open()
  expect(await screen.findByRole('alert')).toHaveTextContent('two.txt: Too many files')
  expect(screen.getByRole('list', { name: 'Selected files' })).toHaveTextContent('one.txt')
})

it('replaces the dropzone with a text when no files are accepted', async () => {
  settings = { ...DEFAULT_WORKSPACE, max_files: 0 }
  getDefaultStore().set(workspaceAtom, settings)
  open()
  expect(await screen.findByText('File attachments are turned off.')).toBeVisible()
  expect(screen.queryByLabelText('Attachments')).toBeNull()
})
