import { createUser, DEMO_PASSWORD, sql, startStack, type Stack } from '@helpdesk/testing'
import { splitReference } from '@helpdesk/ui/components/error-text'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { readMailLink } from './model/mail-link'
import { closeTabs, openTab } from './testing/tabs'

declare const jsdom: { reconfigure(options: { url: string }): void }

let stack: Stack

beforeAll(async () => {
  stack = await startStack()
  jsdom.reconfigure({ url: `${stack.url}/auth/login` })
}, 90_000)
beforeEach(() => {
  // auth-js warns about several clients in one page; here each represents a tab
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterAll(() => stack.stop(), 30_000)
afterEach(async () => {
  await closeTabs()
  vi.restoreAllMocks()
})

async function start() {
  const tab = await openTab(stack.url, stack.publishableKey)
  await tab.initializeAuth()
  return tab
}

/** The address of the link in the newest mail to `email`. */
async function linkInMail(email: string): Promise<URL> {
  const mail = await vi.waitFor(async () => {
    const [newest] = await stack.mails(email)
    if (!newest) throw new Error(`no mail to ${email}`)
    return newest
  }, 5_000)
  // A real Auth server sends its mails without a text part.
  const link = /https?:\/\/[^\s"'<>]+token_hash[^\s"'<>]+/.exec(mail.text || mail.html)?.[0] ?? ''
  return new URL(link.replaceAll('&amp;', '&'))
}
const linkOf = (landing: URL) => {
  const link = readMailLink(landing.searchParams)
  if (!link) throw new Error(`no link: ${landing.href}`)
  return link
}

it('a sign-up looks the same for a free address and for one with an account, except to the invited', async () => {
  const { email } = await createUser(stack, { email: 'known@example.com' })
  const tab = await start()
  const signUp = (address: string) =>
    tab.signUp({ email: address, password: 'Secret12', fullName: 'Some One', role: 'customer' })
  expect(await signUp(email)).toEqual(await signUp('free@example.com'))
}, 30_000)

it('a new customer signs up, verifies by mail, signs out and in again', async () => {
  const tab = await start()
  const email = 'newcomer@example.com'
  const values = { email, password: 'Secret12', fullName: 'New Comer', role: 'admin' } as const
  expect(await tab.signUp(values)).toEqual({ needsVerification: true })
  const early = await tab.signIn({ email, password: 'Secret12' }).catch((error: unknown) => error)
  expect(splitReference(tab.authErrorText('login', early)).text).toBe('Please verify your email address')

  const landing = await linkInMail(email)
  expect(landing.origin + landing.pathname).toBe(`${stack.url}/auth/callback`)
  expect(await tab.verifyLink(linkOf(landing))).toEqual({ signedIn: true, setsPassword: false })
  // the server ignores the requested role
  expect(tab.state().profile).toMatchObject({ role: 'customer', name: 'New Comer', email })

  await tab.signOut()
  expect(tab.state().user).toBeNull()
  await tab.signIn({ email, password: 'Secret12' })
  await tab.updateProfile({ name: 'Now Here' })
  expect(tab.state().profile?.name).toBe('Now Here')
}, 30_000)

it('asks for a password after the link of an address that signed up twice', async () => {
  const tab = await start()
  const email = 'twice@stack.test'
  const values = { email, password: 'Stranger1', fullName: 'Stan Stranger' }
  await tab.signUp(values)
  // a second mail to an address is allowed after a second
  await expect
    .poll(() => tab.signUp({ ...values, password: 'MyOwnPass1' }).then(() => 'sent', String), {
      timeout: 5_000,
    })
    .toBe('sent')
  expect(await tab.verifyLink(linkOf(await linkInMail(email)))).toEqual({
    signedIn: true,
    setsPassword: true,
  })
  expect(sessionStorage.getItem('helpdesk-recovery')).toBe('1')
  await tab.updatePassword('MyOwnPass1')
  await tab.signOut()
  await tab.signIn({ email, password: 'MyOwnPass1' })
}, 30_000)

it('a sign-up with an invite creates an agent', async () => {
  await createUser(stack, { email: 'admin@stack.test', role: 'admin' })
  const tab = await start()
  await tab.signIn({ email: 'admin@stack.test', password: DEMO_PASSWORD })
  const data = await tab.supabase.loadData()
  const { data: rows } = await data.rpc('create_invite', { email: 'invited@stack.test', role: 'agent' })
  const token = rows?.[0]?.token ?? ''
  await tab.signOut()
  expect(await tab.verifyInvite(token)).toEqual({ email: 'invited@stack.test', role: 'agent' })
  expect(await tab.verifyInvite('3f2504e0-4f89-41d3-9a0c-0305e82c3301')).toBeNull()

  const signedUp = await tab.signUp({
    email: 'invited@stack.test',
    password: 'Secret12',
    fullName: 'In Vited',
    inviteToken: token,
  })
  expect(signedUp).toEqual({ needsVerification: false })
  expect(tab.state().profile?.role).toBe('agent')
  expect(await tab.verifyInvite(token)).toBeNull()
}, 30_000)

it('an invite to an existing account is accepted by its owner only', async () => {
  const email = 'known@stack.test'
  await createUser(stack, { email })
  await createUser(stack, { email: 'boss@stack.test', role: 'admin' })
  const tab = await start()
  await tab.signIn({ email: 'boss@stack.test', password: DEMO_PASSWORD })
  const data = await tab.supabase.loadData()
  const { data: rows } = await data.rpc('create_invite', { email, role: 'agent' })
  const token = rows?.[0]?.token ?? ''
  expect(await tab.acceptInvite(token).catch((error: unknown) => error)).toMatchObject({
    code: 'invite_other_address',
  })
  await tab.signOut()
  expect(await tab.prepareInvitedSignUp(token)).toBe(true)
  const values = { email, password: 'Secret12', fullName: 'Known Person', inviteToken: token }
  expect(await tab.signUp(values).catch((error: unknown) => error)).toMatchObject({
    code: 'user_already_exists',
  })

  await tab.signIn({ email, password: DEMO_PASSWORD })
  expect(tab.state().profile?.role).toBe('customer')
  expect(await tab.acceptInvite(token)).toBe('agent')
  expect(tab.state().profile?.role).toBe('agent')
  expect(tab.state().user?.user_metadata.role).toBe('agent')
  expect(await tab.verifyInvite(token)).toBeNull()
}, 30_000)

it('a forgotten password is reset by mail', async () => {
  const email = 'forgetful@stack.test'
  await createUser(stack, { email })
  const tab = await start()
  await tab.requestPasswordReset(email)
  const landing = await linkInMail(email)
  expect(landing.pathname).toBe('/auth/reset-password')
  expect(await tab.verifyLink(linkOf(landing))).toEqual({ signedIn: true, setsPassword: true })
  expect(sessionStorage.getItem('helpdesk-recovery')).toBe('1')
  await tab.updatePassword('Better34')
  await tab.signOut()
  const old = await tab.signIn({ email, password: DEMO_PASSWORD }).catch((error: unknown) => error)
  expect(splitReference(tab.authErrorText('login', old)).text).toBe('Invalid email or password')
  await tab.signIn({ email, password: 'Better34' })
  expect(tab.state().profile?.role).toBe('customer')
}, 30_000)

it('a restored session gets a changed role with the next token', async () => {
  const { id } = await createUser(stack, { email: 'riser@stack.test' })
  const before = await start()
  await before.signIn({ email: 'riser@stack.test', password: DEMO_PASSWORD })
  await before.close()
  const tab = await start()
  expect(tab.state().profile?.role).toBe('customer')
  const db = sql(stack)
  await db`update public.profiles set role = 'agent' where id = ${id}`
  await db.end()
  await (await tab.supabase.authClient()).refreshSession()
  await vi.waitFor(() => expect(tab.state().profile?.role).toBe('agent'), 3_000)
}, 30_000)

it('only an admin changes a role through the function', async () => {
  const { id } = await createUser(stack, { email: 'subject@stack.test' })
  await createUser(stack, { email: 'second-admin@stack.test', role: 'admin' })
  const tab = await start()
  await tab.signIn({ email: 'subject@stack.test', password: DEMO_PASSWORD })
  await expect(tab.changeUserRole(id, 'admin')).rejects.toThrow(/\S/)
  await tab.refreshProfile()
  expect(tab.state().profile?.role).toBe('customer')
  await tab.signOut()

  await tab.signIn({ email: 'second-admin@stack.test', password: DEMO_PASSWORD })
  await tab.changeUserRole(id, 'agent')
  const db = sql(stack)
  expect(await db`select role from public.profiles where id = ${id}`).toMatchObject([{ role: 'agent' }])
  await db.end()
}, 30_000)
