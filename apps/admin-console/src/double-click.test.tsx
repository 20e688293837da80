import { renderAt } from '@helpdesk/tickets/testing'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { Invites } from './invites/Invites'
import { callsOf, signInAdmin, stubCalls } from './parts/testing'
import { TagSettings } from './settings/TagSettings'
import { Users } from './users/Users'

const BO = '22222222-2222-4222-8222-222222222222'
const timestamp = '2026-01-05T12:00:00+00:00'
const bo = {
  id: BO,
  name: 'Bo Brown',
  email: 'bo@example.com',
  role: 'customer',
  deactivated_at: null,
  created_at: timestamp,
  last_seen_at: null,
  open_sessions: 2,
  is_confirmed: true,
}
const invite = {
  id: '11111111-1111-4111-8111-111111111111',
  email: 'new@example.com',
  role: 'agent',
  state: 'pending',
  created_by_name: 'Amy Admin',
  created_at: timestamp,
  expires_at: '2099-01-12T12:00:00+00:00',
  used_at: null,
  revoked_at: null,
}
const results = [{ email: 'new@example.com', ok: true, code: null, message: null }]
const screens = { invites: <Invites />, users: <Users />, tags: <TagSettings /> }
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const inDialog = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name })
const manage = () => press('Manage Bo Brown')

beforeEach(() => signInAdmin())

it.each<[keyof typeof screens, string, string, () => Promise<HTMLElement>]>([
  [
    'invites',
    'Send invite',
    'send-invites',
    async () => {
      await userEvent.type(await screen.findByLabelText('Email addresses'), 'new@example.com')
      return screen.getByRole('button', { name: 'Send invite' })
    },
  ],
  [
    'invites',
    'Send again',
    'send-invites',
    () => screen.findByRole('button', { name: 'Send again to new@example.com' }),
  ],
  [
    'invites',
    'Revoke invite',
    'revoke_invite',
    async () => {
      await press('Revoke invite for new@example.com')
      return inDialog('Revoke invite')
    },
  ],
  [
    'users',
    'Deactivate',
    'set_user_active',
    async () => {
      await manage()
      await userEvent.click(inDialog('Deactivate account'))
      return inDialog('Deactivate')
    },
  ],
  [
    'users',
    'Sign out everywhere',
    'end_user_sessions',
    async () => {
      await manage()
      await userEvent.click(inDialog('Sign out all sessions'))
      return inDialog('Sign out everywhere')
    },
  ],
  [
    'tags',
    'Delete',
    'change_tag',
    async () => {
      await press('Delete billing')
      return inDialog('Delete from 3 tickets')
    },
  ],
])('a double click on the %s page writes once: %s', async (page, _, call, control) => {
  const sent = stubCalls({
    list_invites: () => ({ body: [invite] }),
    list_users: () => ({ body: [bo] }),
    count_tags: () => ({ body: [{ tag: 'billing', tickets: 3 }] }),
    'send-invites': () => ({ body: { results } }),
    revoke_invite: () => ({ body: true }),
    set_user_active: () => ({ body: { id: BO } }),
    end_user_sessions: () => ({ body: 2 }),
    change_tag: () => ({ body: 3 }),
  })
  renderAt('/', [{ path: '/', element: screens[page] }])
  const button = await control()
  // Clicks twice before React renders the result of the first click.
  act(() => {
    button.click()
    button.click()
  })
  await waitFor(() => expect(callsOf(sent, call)).not.toEqual([]))
  await act(() => new Promise((resolve) => setTimeout(resolve)))
  expect(callsOf(sent, call)).toHaveLength(1)
})
