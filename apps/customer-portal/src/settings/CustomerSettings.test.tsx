import { renderAt, signInAs, stubBackend } from '@helpdesk/tickets/testing'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { CustomerSettings } from './CustomerSettings'

it('shows the account of the signed-in user', async () => {
  signInAs()
  stubBackend(() => ({ body: [] }))
  renderAt('/settings', [{ path: '/settings', element: <CustomerSettings /> }])
  expect(screen.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  expect(await screen.findByLabelText('Full Name')).toHaveValue('Pat Example')
  expect(screen.queryByRole('checkbox', { name: /Assignments/ })).toBeNull()
})
