// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { buildTicket, CUSTOMER_ID, signInAs, TICKET_ID } from '../../testing'
import { openOtherTab } from '../../testing/other-tab'
import { openTicket, resetDevice, savedComment, stubTicket } from '../testing'

const KEY = `helpdesk-draft:${CUSTOMER_ID}:reopen:${TICKET_ID}`

beforeEach(() => {
  resetDevice()
  signInAs()
})
afterEach(() => vi.unstubAllGlobals())

it('lets one tab at a time write why a ticket is reopened', async () => {
  const other = openOtherTab()
  const sent = stubTicket({ ticket: { status: 'solved' } }, (request) =>
    request.method === 'PATCH' ? { body: [buildTicket({ status: 'open' })] } : savedComment(request),
  )
  openTicket()
  await userEvent.click(await screen.findByRole('button', { name: 'Reopen' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reopen ticket' }))
  const reason = () => dialog.queryByLabelText('What is still wrong? (optional)')
  await userEvent.type(reason() ?? document.body, 'It drips')

  other.store(KEY, 'It drips at night')
  expect(await dialog.findByText('You are writing this in another tab.')).toBeVisible()
  expect(dialog.getByText('It drips at night')).toBeVisible()
  expect(dialog.queryByRole('textbox')).toBeNull()
  expect(dialog.queryByRole('button', { name: 'Reopen' })).toBeNull()

  await userEvent.click(dialog.getByRole('button', { name: 'Continue here' }))
  await waitFor(() => expect(reason()).toHaveValue('It drips at night'))
  await userEvent.click(dialog.getByRole('button', { name: 'Reopen' }))
  await waitFor(() => expect(sent.map(({ method }) => method)).toEqual(['PATCH', 'POST']))
  expect(sent[1]?.body).toMatchObject({ content: 'It drips at night' })
  expect(localStorage.getItem(KEY)).toBeNull()
})
