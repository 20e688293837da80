import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { CustomerSettings } from './CustomerSettings'

const open = () => renderAt('/settings', [{ path: '/settings', element: <CustomerSettings /> }])
const name = () => screen.getByLabelText('Full Name')
const save = () => screen.getByRole('button', { name: 'Save changes' })

beforeEach(() => signInAs())

it('refuses a name that is too short without asking the server', async () => {
  const sent = stubBackend(() => ({ body: null }))
  open()
  expect(save()).toBeDisabled()
  await userEvent.clear(name())
  await userEvent.type(name(), 'ab')
  await userEvent.click(save())
  expect(await screen.findByText('Full name must be at least 3 characters')).toBeVisible()
  expect(sent).toHaveLength(0)
})

it('saves a new name', async () => {
  const sent = stubBackend(({ body }) => ({
    body: {
      id: '00000000-0000-4000-8000-000000000001',
      email: 'pat@example.com',
      role: 'customer',
      created_at: '2026-01-05T10:00:00+00:00',
      updated_at: '2026-01-05T10:00:00+00:00',
      deactivated_at: null,
      last_seen_at: null,
      ...(typeof body === 'object' ? body : {}),
    },
  }))
  open()
  await userEvent.type(name(), ' Junior')
  await userEvent.click(save())
  expect(await screen.findByText('Your name has been saved.')).toBeVisible()
  expect(sent[0]).toMatchObject({ method: 'PATCH', body: { name: 'Pat Example Junior' } })
  expect(name()).toHaveValue('Pat Example Junior')
})

it('says why a name could not be saved and keeps it in the field', async () => {
  stubBackend(() => ({
    status: 403,
    body: { message: 'Not yours', code: '42501', details: null, hint: null },
  }))
  open()
  await userEvent.type(name(), ' Junior')
  await userEvent.click(save())
  expect(await screen.findByText('Not yours')).toBeVisible()
  expect(name()).toHaveValue('Pat Example Junior')
})
