import type { User } from '../model/users'
import { authStateAtom } from '@helpdesk/auth'
import { renderAt } from '@helpdesk/tickets/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { getDefaultStore } from 'jotai'
import { beforeEach, describe, expect, it } from 'vitest'
import { ADMIN_ID, callsOf, signInAdmin, stubCalls } from '../parts/testing'
import { RoleSection } from './RoleSection'

const user: User = {
  id: '22222222-2222-4222-8222-222222222222',
  name: 'Bo Brown',
  email: 'bo@example.com',
  role: 'agent',
  deactivated_at: null,
  created_at: '2026-01-05T12:00:00+00:00',
  last_seen_at: null,
  open_sessions: 0,
  is_confirmed: true,
}
const me: User = { ...user, id: ADMIN_ID, name: 'Amy Admin', role: 'admin' }

/** The session that the command needs. */
function holdSession() {
  getDefaultStore().set(authStateAtom, (state) => ({
    ...state,
    session: {
      access_token: 'a.b.c',
      refresh_token: 'r',
      expires_in: 3600,
      token_type: 'bearer' as const,
      user: state.user!,
    },
  }))
}
const open = (who: User, calls: Parameters<typeof stubCalls>[0] = {}) => {
  const sent = stubCalls(calls)
  renderAt('/', [{ path: '/', element: <RoleSection user={who} isSelf={who === me} /> }])
  return sent
}
const choose = (role: string) => userEvent.selectOptions(screen.getByLabelText('Role'), role)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

beforeEach(() => {
  signInAdmin()
  holdSession()
})

describe('role change', () => {
  it('warns of the consequences, then calls the function', async () => {
    const sent = open(user, { 'update-user-role': () => ({ body: { userId: user.id, role: 'customer' } }) })
    expect(screen.getByRole('button', { name: 'Change role' })).toBeDisabled()
    await choose('Customer')
    expect(screen.getByText('Their open tickets return to the unassigned queue.')).toBeVisible()
    await press('Change role')
    await waitFor(() => expect(callsOf(sent, 'update-user-role')).toHaveLength(1))
    expect(callsOf(sent, 'update-user-role')[0]).toMatchObject({
      method: 'POST',
      body: { userId: user.id, role: 'customer' },
    })
  })

  it('asks before changing your own role, and can be cancelled', async () => {
    const sent = open(me)
    await choose('Agent')
    await press('Change role')
    expect(screen.getByRole('alertdialog')).toHaveTextContent('This is your own account.')
    await press('Cancel')
    expect(callsOf(sent, 'update-user-role')).toEqual([])
  })

  it.each([
    [
      { status: 409, body: { error: 'The last admin cannot be removed', code: 'last_admin' } },
      'The last admin cannot be removed',
    ],
    [
      { status: 409, body: { error: 'This person has not confirmed', code: 'email_unconfirmed' } },
      'This person has not confirmed their email address yet. Send them an invite instead.',
    ],
    [{ status: 502, body: { error: 'x', code: 'profile_update_failed' } }, 'Failed to update profile role'],
    [{ status: 500, body: {} }, 'Failed to update user role'],
    [{ status: 500, body: { error: 'The field of the answer' } }, 'The field of the answer'],
    [
      { status: 403, body: { error: 'Only admins', code: 'admin_required' } },
      'Must be logged in as an admin',
    ],
  ])('shows the refusal %j as: %s', async (answer, text) => {
    open(me, { 'update-user-role': () => answer })
    await choose('Agent')
    await press('Change role')
    await press('Change my role')
    expect(await screen.findByText(text)).toBeVisible()
  })

  it('shows Not authenticated without a session', async () => {
    getDefaultStore().set(authStateAtom, (state) => ({ ...state, session: null }))
    const sent = open(user)
    await choose('Admin')
    await press('Change role')
    expect(await screen.findByText('Not authenticated')).toBeVisible()
    expect(sent).toEqual([])
  })
})
