import { DEFAULT_WORKSPACE, workspaceAtom } from '@helpdesk/auth'
import { renderAt, signInAs, stubBackend, stubIndexedDB } from '@helpdesk/tickets/testing'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { beforeEach, expect, it } from 'vitest'
import { NewTicket } from './NewTicket'

/** The server's settings; the page starts with what this browser knew last. */
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

it('asks for the limits of the server once, beside the form, and knows them the next time', async () => {
  settings = { ...DEFAULT_WORKSPACE, max_files: 1, max_file_bytes: 1024 }
  const asked = open()
  expect(await screen.findByText('Maximum 1 file, up to 1 KB')).toBeVisible()
  expect(asked()).toHaveLength(1)
  cleanup()
  const again = open()
  expect(await screen.findByText('Maximum 1 file, up to 1 KB')).toBeVisible()
  expect(again()).toHaveLength(0)
})

it('takes the workspace’s priority until one is chosen', async () => {
  settings = { ...DEFAULT_WORKSPACE, default_priority: 'high' }
  open()
  await waitFor(async () => expect(await priority()).toHaveValue('high'))
  await userEvent.selectOptions(await priority(), 'low')
  act(() => getDefaultStore().set(workspaceAtom, { ...settings, default_priority: 'urgent' }))
  expect(await priority()).toHaveValue('low')
})

it('goes on with a priority of its own where the workspace’s is none that it knows', async () => {
  settings = { ...DEFAULT_WORKSPACE, default_priority: 'whenever' }
  const asked = open()
  await waitFor(() => expect(asked()).toHaveLength(1))
  expect(await priority()).toHaveValue('normal')
})

it('tells which kept files the workspace no longer takes', async () => {
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

it('has a sentence in the place of the drop area where no files are taken', async () => {
  settings = { ...DEFAULT_WORKSPACE, max_files: 0 }
  getDefaultStore().set(workspaceAtom, settings)
  open()
  expect(await screen.findByText('This helpdesk does not take files.')).toBeVisible()
  expect(screen.queryByLabelText('Attachments')).toBeNull()
})
