// @vitest-environment node
import { changeUserRole, getAuthState, initializeAuth } from '@helpdesk/auth'
import { authClient, configureSupabase } from '@helpdesk/supabase'
import { anonClient, clientAs, createUser, DEMO_PASSWORD, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditWords } from '../model/audit-words'
import { endUserSessions } from './end-user-sessions'
import { getPerson } from './get-person'
import { listAuditLog } from './list-audit-log'
import { listInvites } from './list-invites'
import { listUsers } from './list-users'
import { revokeInvite } from './revoke-invite'
import { sendInvites } from './send-invites'
import { setUserActive } from './set-user-active'

let stack: Stack
const ids = { admin: '', agent: '', customer: '' }
type Who = keyof typeof ids
const mail = (who: Who) => `${who}@desk.test`
const allUsers = { search: '', role: undefined, active: undefined }

async function signIn(who: Who): Promise<void> {
  const { error } = await (
    await authClient()
  ).signInWithPassword({ email: mail(who), password: DEMO_PASSWORD })
  if (error) throw error
  // The auth state follows asynchronously.
  await vi.waitFor(() => expect(getAuthState().user?.id).toBe(ids[who]), { timeout: 10_000 })
}

beforeAll(async () => {
  stack = await startStack()
  configureSupabase({ url: stack.url, publishableKey: stack.publishableKey })
  await initializeAuth()
  ids.admin = (await createUser(stack, { email: mail('admin'), role: 'admin', name: 'Amy Admin' })).id
  ids.agent = (await createUser(stack, { email: mail('agent'), role: 'agent', name: 'Alex Agent' })).id
  ids.customer = (await createUser(stack, { email: mail('customer'), name: 'Casey Customer' })).id
  await signIn('admin')
})
afterAll(() => stack?.stop())

const tokenOf = (link = '') => new URL(link).searchParams.get('token')
const verify = async (token: string | null) =>
  (await anonClient(stack).rpc('verify_invite', { token })).data?.[0]

describe('invites', () => {
  it('returns a result for each address and mails the invited ones', async () => {
    const results = await sendInvites(['one@new.test', 'nobody', mail('agent')], 'agent')
    expect(results).toMatchObject([
      { email: 'one@new.test', ok: true, code: null },
      { email: 'nobody', ok: false, code: 'invite_email', message: 'Please enter a valid email address' },
      { email: mail('agent'), ok: false, code: 'email_exists' },
    ])
    expect(results.map(({ link }) => link !== undefined)).toEqual([true, false, false])
    const [message, ...more] = await stack.mails('one@new.test')
    expect(more).toEqual([])
    expect(message?.subject).toBe("You've been invited to join Helpdesk")
    expect(message?.text).toContain('Amy Admin invited you to join Helpdesk as an agent.')
    expect(message?.text).toContain(results[0]?.link)
    expect(results[0]?.link).toMatch(`${stack.url}/auth/signup?token=`)
    expect(await verify(tokenOf(results[0]?.link))).toEqual({
      is_valid: true,
      invite_email: 'one@new.test',
      invite_role: 'agent',
    })
    expect(await stack.mails(mail('agent'))).toEqual([])
  })

  it('invalidates the previous invite of an address, and both when revoked', async () => {
    const [first] = await sendInvites(['two@new.test'], 'agent')
    const [second] = await sendInvites(['two@new.test'], 'admin')
    expect((await verify(tokenOf(first?.link)))?.is_valid).toBe(false)
    expect(await verify(tokenOf(second?.link))).toMatchObject({ is_valid: true, invite_role: 'admin' })
    const mine = (await listInvites(undefined)).filter(({ email }) => email === 'two@new.test')
    expect(mine.map(({ state }) => state)).toEqual(['pending', 'revoked'])
    expect(await revokeInvite(mine[0]?.id ?? '')).toBe(true)
    expect(await revokeInvite(mine[0]?.id ?? '')).toBe(false)
    expect((await verify(tokenOf(second?.link)))?.is_valid).toBe(false)
  })

  it('lists page by page', async () => {
    await sendInvites(
      Array.from({ length: 60 }, (_, n) => `crowd${n}@new.test`),
      'agent',
    )
    const first = await listInvites('pending')
    const next = await listInvites('pending', first.at(-1))
    expect(first).toHaveLength(50)
    expect(new Set([...first, ...next].map(({ id }) => id)).size).toBe(first.length + next.length)
  })

  it('reports a mail that was not sent; its link works', async () => {
    const offline = await startStack({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
    try {
      await createUser(offline, { email: mail('admin'), role: 'admin', name: 'Amy Admin' })
      const admin = await clientAs(offline, mail('admin'))
      const { data } = await admin.functions.invoke('send-invites', {
        body: { emails: ['lost@new.test', 'nobody'], role: 'agent' },
      })
      expect(data.results).toMatchObject([
        { email: 'lost@new.test', ok: false, code: 'mail_not_sent' },
        { email: 'nobody', ok: false, code: 'invite_email' },
      ])
      const token = tokenOf(data.results[0].link)
      const check = await anonClient(offline).rpc('verify_invite', { token })
      expect(check.data?.[0]).toMatchObject({ is_valid: true, invite_email: 'lost@new.test' })
    } finally {
      await offline.stop()
    }
  })
})

describe('people', () => {
  it('are found, filtered and named', async () => {
    expect((await listUsers({ ...allUsers, search: 'casey' })).map(({ id }) => id)).toEqual([ids.customer])
    expect((await listUsers({ ...allUsers, role: 'agent' })).map(({ id }) => id)).toEqual([ids.agent])
    expect(await listUsers({ ...allUsers, active: false })).toEqual([])
    expect(await getPerson(ids.agent)).toEqual({ id: ids.agent, name: 'Alex Agent', email: mail('agent') })
    expect(await getPerson(crypto.randomUUID())).toBeNull()
    const pages = await listUsers(allUsers, undefined, 2)
    expect(await listUsers(allUsers, pages.at(-1), 2)).toHaveLength(1)
  })

  it('rejects the removal of the last admin', async () => {
    await expect(changeUserRole(ids.admin, 'agent')).rejects.toMatchObject({
      code: 'last_admin',
      message: 'The last admin cannot be removed',
    })
    await expect(setUserActive(ids.admin, false)).rejects.toMatchObject({ code: 'last_admin' })
  })

  it('logs role changes, deactivation, reactivation and sign-out', async () => {
    const customer = await clientAs(stack, mail('customer'))
    await changeUserRole(ids.customer, 'agent')
    expect((await customer.rpc('get_agent_performance_stats')).error).toBeNull()
    await setUserActive(ids.customer, false)
    expect((await customer.rpc('get_agent_performance_stats')).error).not.toBeNull()
    await setUserActive(ids.customer, true)
    expect(await endUserSessions(ids.customer)).toBe(1)
    expect((await customer.rpc('get_agent_performance_stats')).error).not.toBeNull()
    const rows = await listAuditLog({ action: undefined, person: ids.customer })
    expect(rows.map((row) => auditWords(row).what)).toEqual([
      `signed Casey Customer (${mail('customer')}) out everywhere`,
      `reactivated the account of Casey Customer (${mail('customer')})`,
      `deactivated the account of Casey Customer (${mail('customer')})`,
      `changed the role of Casey Customer (${mail('customer')})`,
    ])
    expect(rows.map(({ actor_name }) => actor_name)).toEqual(Array.from({ length: 4 }, () => 'Amy Admin'))
  })

  it('pages the audit log and filters it by action', async () => {
    const first = await listAuditLog({ action: 'invite_created', person: ids.admin })
    const next = await listAuditLog({ action: 'invite_created', person: ids.admin }, first.at(-1))
    expect(first).toHaveLength(50)
    expect([...first, ...next].every(({ action }) => action === 'invite_created')).toBe(true)
    expect(new Set([...first, ...next].map(({ id }) => id)).size).toBe(50 + next.length)
  })

  it('rejects agents', async () => {
    await signIn('agent')
    for (const call of [
      () => listUsers(allUsers),
      () => listInvites(undefined),
      () => listAuditLog({ action: undefined, person: undefined }),
      () => sendInvites(['x@new.test'], 'agent'),
      () => revokeInvite(crypto.randomUUID()),
      () => setUserActive(ids.customer, false),
      () => endUserSessions(ids.customer),
      () => changeUserRole(ids.agent, 'admin'),
    ])
      await expect(call()).rejects.toMatchObject({ code: 'admin_required' })
    expect(await stack.mails('x@new.test')).toEqual([])
  })
})
