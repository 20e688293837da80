// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TICKET_ID } from '@helpdesk/tickets/testing'
import { openOtherTab } from '@helpdesk/tickets/testing/other-tab'
import { AGENT_ID, buildStaffDetail, openTicket, replied, signInAgent } from '../screens/testing'
import { dropOpenDrafts } from './use-ticket-draft'

const keyOf = (place: string) => `helpdesk-draft:${AGENT_ID}:${place}:${TICKET_ID}`
const IN_OTHER_TAB = 'You are writing this in another tab.'

beforeEach(() => signInAgent())
afterEach(() => {
  dropOpenDrafts()
  localStorage.clear()
  vi.unstubAllGlobals()
})

it('leaves a note that another tab writes out of an update', async () => {
  const other = openOtherTab()
  const { bodies } = openTicket(buildStaffDetail({ ticket: { status: 'open' } }), {
    send_reply: replied(),
  })
  await userEvent.type(await screen.findByLabelText('Internal Note (Optional)'), 'Wait')
  other.store(keyOf('update-note'), 'Wait for parts')
  const held = within(await screen.findByRole('region', { name: 'Internal Note (Optional)' }))
  expect(held.getByText(IN_OTHER_TAB)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Update Ticket' }))
  expect(await screen.findByText('Nothing to update')).toBeVisible()

  await userEvent.click(held.getByRole('button', { name: 'Continue here' }))
  expect(await screen.findByLabelText('Internal Note (Optional)')).toHaveValue('Wait for parts')
  await userEvent.click(screen.getByRole('button', { name: 'Update Ticket' }))
  await waitFor(() => expect(bodies('send_reply')).toMatchObject([{ content: 'Wait for parts' }]))
  expect(localStorage.getItem(keyOf('update-note'))).toBeNull()
})

it('lets one tab at a time choose what a reply changes', async () => {
  const other = openOtherTab()
  openTicket(buildStaffDetail({ ticket: { status: 'open' } }))
  await screen.findByPlaceholderText('Add a comment...')
  other.store(keyOf('reply-with'), JSON.stringify({ status: 'solved' }))
  expect(await screen.findByText(IN_OTHER_TAB)).toBeVisible()
  expect(screen.queryByPlaceholderText('Add a comment...')).toBeNull()
})

it('drops the changes that waited for a reply which was sent elsewhere', async () => {
  const key = keyOf('comment')
  localStorage.setItem(key, 'Solved by post')
  localStorage.setItem(
    key.replace('helpdesk-draft:', 'helpdesk-draft-sync:'),
    JSON.stringify({ exchanged: ['Solved by post'], editedAt: 1, request: null }),
  )
  localStorage.setItem(keyOf('reply-with'), JSON.stringify({ status: 'solved' }))
  openTicket(buildStaffDetail({ ticket: { status: 'open' } }))
  await waitFor(() => expect(screen.getByPlaceholderText('Add a comment...')).toHaveValue(''))
  await waitFor(() => expect(localStorage.getItem(keyOf('reply-with'))).toBeNull())
})
