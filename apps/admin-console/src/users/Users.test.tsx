import type { User } from '../model/users'
import { renderAt } from '@helpdesk/tickets/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'
import { ADMIN_ID, callsOf, refusal, signInAdmin, stubCalls } from '../parts/testing'
import { Users } from './Users'

const BO = '22222222-2222-4222-8222-222222222222'
const user = (overrides: Partial<User> = {}): User => ({
  id: BO,
  name: 'Bo Brown',
  email: 'bo@example.com',
  role: 'customer',
  deactivated_at: null,
  created_at: '2026-01-05T12:00:00+00:00',
  last_seen_at: null,
  open_sessions: 2,
  is_confirmed: true,
  ...overrides,
})
const me = user({
  id: ADMIN_ID,
  name: 'Amy Admin',
  email: 'amy@example.com',
  role: 'admin',
  open_sessions: 1,
})

/** Renders the page on a stubbed backend that applies changes. */
function open(path = '/admin/users', calls: Parameters<typeof stubCalls>[0] = {}) {
  let people = [me, user()]
  const change = (id: unknown, part: Partial<User>) =>
    void (people = people.map((each) => (each.id === id ? { ...each, ...part } : each)))
  const read = (body: unknown) => ({ ...(body as { target: string; active: boolean }) })
  const sent = stubCalls({
    list_users: () => ({ body: people }),
    set_user_active: ({ body }) => {
      const { target, active } = read(body)
      change(target, { deactivated_at: active ? null : '2026-01-06T12:00:00+00:00' })
      return { body: { id: target } }
    },
    end_user_sessions: ({ body }) => {
      change(read(body).target, { open_sessions: 0 })
      return { body: 2 }
    },
    ...calls,
  })
  return {
    sent,
    ...renderAt(path, [
      { path: '/admin/users', element: <Users /> },
      { path: '*', element: <p>elsewhere</p> },
    ]),
  }
}
const manage = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Manage ${name}` }))
  return within(screen.getByRole('dialog', { name }))
}

beforeEach(() => signInAdmin())

describe('user list', () => {
  it('shows name, role, last visit and sessions', async () => {
    open()
    expect(
      await screen.findByRole('row', {
        name: /Amy Admin.*You.*amy@example.com.*Admin.*Never.*1.*Jan 5, 2026/,
      }),
    ).toBeVisible()
    expect(screen.getByRole('row', { name: /Bo Brown.*bo@example.com.*Customer.*2/ })).toBeVisible()
  })

  it('marks an unconfirmed account, also in the role section', async () => {
    open('/admin/users', {
      list_users: () => ({ body: [me, user({ is_confirmed: false })] }),
    })
    expect(await screen.findByRole('row', { name: /Bo Brown.*Unconfirmed.*bo@example.com/ })).toBeVisible()
    expect(screen.queryByRole('row', { name: /Amy Admin.*Unconfirmed/ })).toBeNull()
    const dialog = await manage('Bo Brown')
    expect(dialog.getByText('This email address has not been verified.')).toBeVisible()
  })

  it('keeps the filters in the URL', async () => {
    const { sent, router } = open('/admin/users?role=agent&active=no&q=bo')
    expect(screen.getByRole('searchbox')).toHaveValue('bo')
    await waitFor(() => expect(callsOf(sent, 'list_users')).toHaveLength(1))
    const { searchParams } = callsOf(sent, 'list_users')[0]!.url
    expect(Object.fromEntries(searchParams)).toMatchObject({
      query: 'bo',
      filter_role: 'agent',
      filter_active: 'false',
    })
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'Admin')
    await userEvent.selectOptions(screen.getByLabelText('Account'), 'Active')
    expect(router.state.location.search).toBe('?role=admin&active=yes&q=bo')
    await userEvent.type(screen.getByRole('searchbox'), 'b')
    await waitFor(() => expect(router.state.location.search).toContain('q=bob'))
  })

  it('clears the filters when nobody matches', async () => {
    const { router } = open('/admin/users?role=agent&q=x', { list_users: () => ({ body: [] }) })
    expect(await screen.findByText('No users found')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
    expect(router.state.location.search).toBe('')
  })

  it('shows an error when loading fails', async () => {
    open('/admin/users', { list_users: () => ({ status: 500, body: { message: 'boom' } }) })
    expect(await screen.findByText('Users could not be loaded')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible()
  })

  it('loads the next page after the last row', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => user({ id: `u${n}`, name: `Person ${n}` }))
    const { sent } = open('/admin/users', {
      list_users: ({ url }) => ({ body: url.searchParams.has('after_id') ? [user()] : rows }),
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
    expect(await screen.findByText('Bo Brown')).toBeVisible()
    expect(callsOf(sent, 'list_users').at(-1)?.url.searchParams.get('after_id')).toBe('u49')
  })
})

describe('account actions', () => {
  it('deactivate an account after confirmation, and reactivate it', async () => {
    const { sent } = open()
    const dialog = await manage('Bo Brown')
    await userEvent.click(dialog.getByRole('button', { name: 'Deactivate account' }))
    expect(callsOf(sent, 'set_user_active')).toEqual([])
    expect(dialog.getByText('Bo Brown will be signed out immediately.')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Deactivate' }))
    const reactivate = await dialog.findByRole('button', { name: 'Reactivate account' })
    expect(reactivate).toHaveFocus()
    await userEvent.click(reactivate)
    expect(await dialog.findByRole('button', { name: 'Deactivate account' })).toHaveFocus()
    expect(callsOf(sent, 'set_user_active').map(({ body }) => body)).toEqual([
      { target: BO, active: false },
      { target: BO, active: true },
    ])
  })

  it('explain why the last admin cannot be deactivated', async () => {
    open('/admin/users', { set_user_active: () => refusal('last_admin', 'The last admin cannot be removed') })
    const dialog = await manage('Amy Admin')
    await userEvent.click(dialog.getByRole('button', { name: 'Deactivate account' }))
    expect(dialog.getByText('This is your own account. You will be signed out immediately.')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Deactivate' }))
    expect(await dialog.findByText('The last admin cannot be removed')).toBeVisible()
  })

  it('sign a user out everywhere after confirmation', async () => {
    const { sent } = open()
    const dialog = await manage('Bo Brown')
    await userEvent.click(dialog.getByRole('button', { name: 'Sign out all sessions' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(dialog.getByRole('button', { name: 'Sign out all sessions' })).toHaveFocus()
    await userEvent.click(dialog.getByRole('button', { name: 'Sign out all sessions' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Sign out everywhere' }))
    expect(await screen.findByText('2 sessions of Bo Brown ended.')).toBeVisible()
    expect(callsOf(sent, 'end_user_sessions')).toHaveLength(1)
    expect(dialog.getByRole('button', { name: 'Sign out all sessions' })).toBeDisabled()
  })

  it('include a link to the audit log entries', async () => {
    const { router } = open()
    const dialog = await manage('Bo Brown')
    await userEvent.click(dialog.getByRole('link', { name: 'Audit log' }))
    expect(router.state.location).toMatchObject({ pathname: '/admin/audit', search: `?person=${BO}` })
  })
})
