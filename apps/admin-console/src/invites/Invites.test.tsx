import type { Invite, InviteResult } from '../model/invites'
import { renderAt } from '@helpdesk/tickets/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { callsOf, refusal, signInAdmin, stubCalls } from '../parts/testing'
import { Invites } from './Invites'

const invite = (n: number, overrides: Partial<Invite> = {}): Invite => ({
  id: `11111111-1111-4111-8111-${String(n).padStart(12, '0')}`,
  email: `person${n}@example.com`,
  role: 'agent',
  state: 'pending',
  created_by_name: 'Amy Admin',
  created_at: '2026-01-05T12:00:00+00:00',
  expires_at: '2026-01-12T12:00:00+00:00',
  used_at: null,
  revoked_at: null,
  ...overrides,
})
const result = (email: string, overrides: Partial<InviteResult> = {}): InviteResult => ({
  email,
  ok: true,
  link: `http://desk.test/auth/signup?token=${email}`,
  code: null,
  message: null,
  ...overrides,
})
const open = (path = '/admin/invites') => renderAt(path, [{ path: '/admin/invites', element: <Invites /> }])
const box = () => screen.getByLabelText('Email addresses')
const sendButton = () => screen.getByRole('button', { name: /^Send (\d+ )?invites?$/ })

beforeEach(() => signInAdmin())

describe('invite list', () => {
  it('shows each state with the actions it allows', async () => {
    const rows = [
      invite(1),
      invite(2, { state: 'accepted', used_at: '2026-01-06T12:00:00+00:00', role: 'admin' }),
      invite(3, { state: 'expired' }),
      invite(4, { state: 'revoked', revoked_at: '2026-01-07T12:00:00+00:00' }),
    ]
    stubCalls({ list_invites: () => ({ body: rows }) })
    open()
    const row = async (name: RegExp) => within(await screen.findByRole('row', { name }))
    const buttons = async (name: RegExp) =>
      (await row(name)).queryAllByRole('button').map((each) => each.textContent)
    expect(await buttons(/person1@.*Agent.*Pending.*until Jan 12, 2026.*by Amy Admin/)).toEqual([
      'Send again',
      'Revoke',
    ])
    expect(await buttons(/person2@.*Admin.*Accepted.*Jan 6, 2026/)).toEqual([])
    expect(await buttons(/person3@.*Expired.*Jan 12, 2026/)).toEqual(['Send again'])
    expect(await buttons(/person4@.*Revoked.*Jan 7, 2026/)).toEqual(['Send again'])
  })

  it('keeps the state in the URL and requests only matching invites', async () => {
    const sent = stubCalls({ list_invites: () => ({ body: [] }) })
    const { router } = open('/admin/invites?state=expired')
    expect(await screen.findByText('No expired invites')).toBeVisible()
    await userEvent.selectOptions(screen.getByLabelText('State'), 'Revoked')
    expect(await screen.findByText('No revoked invites')).toBeVisible()
    expect(router.state.location.search).toBe('?state=revoked')
    await userEvent.selectOptions(screen.getByLabelText('State'), 'All invites')
    expect(await screen.findByText('No invites yet')).toBeVisible()
    const asked = callsOf(sent, 'list_invites').map(({ url }) => url.searchParams.get('filter_state'))
    expect(asked).toEqual(['expired', 'revoked', null])
  })

  it('loads the next page after the last row', async () => {
    const rows = Array.from({ length: 50 }, (_, n) => invite(n))
    const sent = stubCalls({
      list_invites: ({ url }) => ({ body: url.searchParams.has('after_id') ? [invite(99)] : rows }),
    })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Load more' }))
    expect(await screen.findByText('person99@example.com')).toBeVisible()
    expect(callsOf(sent, 'list_invites').at(-1)?.url.searchParams.get('after_id')).toBe(rows[49]?.id)
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  it('shows an error when loading fails, and retries', async () => {
    let broken = true
    stubCalls({
      list_invites: () => (broken ? { status: 500, body: { message: 'boom' } } : { body: [invite(1)] }),
    })
    open()
    expect(await screen.findByText('Invites could not be loaded')).toBeVisible()
    broken = false
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('person1@example.com')).toBeVisible()
  })
})

describe('sending invites', () => {
  it('requires an address and explains invalid lists', async () => {
    const sent = stubCalls({ list_invites: () => ({ body: [] }) })
    open()
    await userEvent.click(sendButton())
    expect(screen.getByText('Please enter a valid email address')).toBeVisible()
    expect(box()).toHaveFocus()
    await userEvent.type(box(), 'a@x.io, nobody')
    expect(screen.getByText('2 addresses. “nobody” does not look like an email address.')).toBeVisible()
    expect(callsOf(sent, 'send-invites')).toEqual([])
  })

  it('shows the result of each address, with its link', async () => {
    const sent = stubCalls({
      list_invites: () => ({ body: [] }),
      'send-invites': () => ({
        body: {
          results: [
            result('a@x.io'),
            result('b@x.io', { ok: false, code: 'mail_not_sent', message: 'server 1' }),
            result('c@x.io', { ok: false, link: undefined, code: 'email_exists', message: 'server 2' }),
          ],
        },
      }),
    })
    open()
    await userEvent.click(box())
    await userEvent.paste('A@x.io\nb@x.io; c@x.io')
    await userEvent.selectOptions(screen.getByLabelText('Role'), 'Admin')
    await userEvent.click(screen.getByRole('button', { name: 'Send 3 invites' }))
    const heading = await screen.findByRole('heading', {
      name: /^1 invited, 1 invited without an email, 1 not invited$/,
    })
    expect(heading).toHaveFocus()
    expect(callsOf(sent, 'send-invites')[0]?.body).toEqual({
      emails: ['a@x.io', 'b@x.io', 'c@x.io'],
      role: 'admin',
    })
    expect(screen.getByText(/They are not stored and cannot be shown again/)).toBeVisible()
    expect(screen.getByText('Email not sent')).toBeVisible()
    expect(screen.getByText('This person is already an admin')).toBeVisible()
    expect(screen.getAllByRole('button', { name: /^Copy link for/ })).toHaveLength(2)
    expect(box()).toHaveValue('')
    // The list is refetched.
    expect(callsOf(sent, 'list_invites')).toHaveLength(2)
  })

  it('copies a link, and shows when copying fails', async () => {
    stubCalls({
      list_invites: () => ({ body: [] }),
      'send-invites': () => ({ body: { results: [result('a@x.io')] } }),
    })
    const user = userEvent.setup()
    open()
    await user.type(box(), 'a@x.io')
    await user.click(sendButton())
    const copy = await screen.findByRole('button', { name: 'Copy link for a@x.io' })
    await user.click(copy)
    expect(await screen.findByText('Copied')).toBeVisible()
    expect(await navigator.clipboard.readText()).toBe('http://desk.test/auth/signup?token=a@x.io')
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))
    await user.click(screen.getByText('Copied'))
    expect(await screen.findByText('Could not copy the link')).toBeVisible()
  })

  it('keeps the input when sending fails', async () => {
    stubCalls({
      list_invites: () => ({ body: [] }),
      'send-invites': () => ({
        status: 502,
        body: { error: 'Failed to send the invites', code: 'invites_failed' },
      }),
    })
    open()
    await userEvent.type(box(), 'a@x.io')
    await userEvent.click(sendButton())
    expect(await screen.findByText('Failed to send the invites')).toBeVisible()
    expect(box()).toHaveValue('a@x.io')
  })

  it('resends by creating a new invite for the same address and role', async () => {
    const sent = stubCalls({
      list_invites: () => ({ body: [invite(1, { role: 'admin', state: 'expired' })] }),
      'send-invites': () => ({ body: { results: [result('person1@example.com')] } }),
    })
    open()
    await userEvent.click(await screen.findByRole('button', { name: 'Send again to person1@example.com' }))
    expect(await screen.findByRole('heading', { name: '1 invited' })).toBeVisible()
    expect(callsOf(sent, 'send-invites')[0]?.body).toEqual({ emails: ['person1@example.com'], role: 'admin' })
  })
})

it('keeps the other links when an invite is resent', async () => {
  stubCalls({
    list_invites: () => ({ body: [invite(1)] }),
    'send-invites': ({ body }) => {
      const emails = (body as { emails: string[] }).emails
      const link = `http://desk.test/auth/signup?token=${emails.length}`
      return { body: { results: emails.map((email) => result(email, { link })) } }
    },
  })
  open()
  await userEvent.type(box(), 'person1@example.com b@x.io')
  await userEvent.click(sendButton())
  expect(await screen.findByRole('heading', { name: '2 invited' })).toBeVisible()
  await userEvent.click(await screen.findByRole('button', { name: 'Send again to person1@example.com' }))
  const list = within(screen.getByRole('list', { name: 'Results by address' }))
  expect(await list.findByText(/token=1$/)).toBeVisible()
  expect(list.getAllByText(/token=2$/)).toHaveLength(1)
  expect(list.getByRole('button', { name: 'Copy link for b@x.io' })).toBeVisible()
  expect(screen.getByRole('heading', { name: '2 invited' })).toHaveFocus()
})

describe('revoking an invite', () => {
  it('asks first, and can be cancelled', async () => {
    let revoked = false
    const sent = stubCalls({
      list_invites: () => ({ body: [invite(1, revoked ? { state: 'revoked' } : {})] }),
      revoke_invite: () => ({ body: (revoked = true) }),
    })
    open()
    const revoke = await screen.findByRole('button', { name: 'Revoke invite for person1@example.com' })
    await userEvent.click(revoke)
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
    expect(callsOf(sent, 'revoke_invite')).toEqual([])
    await userEvent.click(revoke)
    await userEvent.click(screen.getByRole('button', { name: 'Revoke invite' }))
    expect(await screen.findByText('Invite revoked')).toBeVisible()
    expect(callsOf(sent, 'revoke_invite')[0]?.body).toEqual({ invite_id: invite(1).id })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // Its button was removed, so the focus moves to the table.
    await waitFor(() => expect(revoke).not.toBeInTheDocument())
    expect(screen.getByRole('table', { name: 'Invites' })).toHaveFocus()
  })

  it('shows an error in the dialog', async () => {
    stubCalls({
      list_invites: () => ({ body: [invite(1)] }),
      revoke_invite: () => refusal('admin_required', 'Must be logged in as an admin to invite users'),
    })
    open()
    await userEvent.click(await screen.findByRole('button', { name: /^Revoke invite for/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Revoke invite' }))
    expect(await within(screen.getByRole('dialog')).findByText(/Must be logged in as an admin/)).toBeVisible()
  })
})
