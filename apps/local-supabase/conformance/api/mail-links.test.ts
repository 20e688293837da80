import { randomUUID } from 'node:crypto'
import { anonClient, DEMO_PASSWORD, serviceClient } from '@helpdesk/testing'
import type { GenerateLinkParams, SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProject, type Project, type TestProject } from './project'

// Links without mails: Auth writes the same rows as for a mail, and sends none.
let target: TestProject
let project: Project
let service: SupabaseClient
const created: string[] = []
beforeAll(async () => {
  target = await openProject()
  ;({ project } = target)
  service = serviceClient(project)
}, 90_000)
afterAll(async () => {
  for (const id of created) await service.auth.admin.deleteUser(id)
  await target?.close()
})

/** @returns the token of the link */
async function linkFor(params: GenerateLinkParams): Promise<string> {
  const { data, error } = await service.auth.admin.generateLink(params)
  if (error) throw error
  if (!created.includes(data.user.id)) created.push(data.user.id)
  return data.properties.hashed_token
}
const freshEmail = () => `conformance-link-${randomUUID().slice(0, 8)}@example.com`
const signsIn = async (email: string, password: string) =>
  (await anonClient(project).auth.signInWithPassword({ email, password })).error?.code ?? 'in'
const needsPassword = async (client: SupabaseClient) => {
  const { data, error } = await client.rpc('needs_password')
  if (error) throw error
  return data
}

describe('an unconfirmed address', () => {
  it('keeps its password with one link', async () => {
    const email = freshEmail()
    const token_hash = await linkFor({ type: 'signup', email, password: DEMO_PASSWORD })
    const client = anonClient(project)
    expect((await client.auth.verifyOtp({ token_hash, type: 'email' })).error).toBeNull()
    expect(await needsPassword(client)).toBe(false)
    expect(await signsIn(email, DEMO_PASSWORD)).toBe('in')
  })

  // Auth keeps the password and the metadata of the first sign-up: a trigger of the database removes them.
  it('loses the password and the name of its first sign-up with the second link', async () => {
    const email = freshEmail()
    const first = await linkFor({
      type: 'signup',
      email,
      password: 'Stranger1',
      options: { data: { full_name: 'Stan Stranger' } },
    })
    const token_hash = await linkFor({ type: 'signup', email, password: DEMO_PASSWORD })
    const client = anonClient(project)
    expect((await client.auth.verifyOtp({ token_hash: first, type: 'email' })).error?.code).toBe(
      'otp_expired',
    )
    const { data, error } = await client.auth.verifyOtp({ token_hash, type: 'email' })
    expect(error).toBeNull()
    expect(JSON.stringify(data.user)).not.toContain('Stan')
    expect((await client.from('profiles').select('name').single()).data).toEqual({
      name: email.split('@')[0],
    })
    for (const password of ['Stranger1', DEMO_PASSWORD])
      expect(await signsIn(email, password)).toBe('invalid_credentials')
    expect(await needsPassword(client)).toBe(true)
    expect((await client.auth.updateUser({ password: DEMO_PASSWORD })).error).toBeNull()
    expect(await needsPassword(client)).toBe(false)
    expect(await signsIn(email, DEMO_PASSWORD)).toBe('in')
  })

  it('loses them with a reset link, even if no password is set', async () => {
    const email = freshEmail()
    await linkFor({ type: 'signup', email, password: 'Stranger1' })
    const token_hash = await linkFor({ type: 'recovery', email })
    const client = anonClient(project)
    expect((await client.auth.verifyOtp({ token_hash, type: 'recovery' })).error).toBeNull()
    expect(await signsIn(email, 'Stranger1')).toBe('invalid_credentials')
    expect(await needsPassword(client)).toBe(true)
  })
})

// Auth gives an invited account a random password before it confirms the address: a trigger removes it.
it('an invited account has no password after its link', async () => {
  const token_hash = await linkFor({ type: 'invite', email: freshEmail() })
  const client = anonClient(project)
  expect((await client.auth.verifyOtp({ token_hash, type: 'invite' })).error).toBeNull()
  expect(await needsPassword(client)).toBe(true)
})

// Auth redeems links from auth.one_time_tokens, whatever the columns of auth.users say.
it('an accepted invite ends the links of a change of address', async () => {
  const [admin, customer] = [await target.createPerson('admin'), await target.createPerson('customer')]
  const client = await target.signIn(customer)
  const change = { email: customer.email, newEmail: freshEmail() }
  const tokens = [
    await linkFor({ type: 'email_change_current', ...change }),
    await linkFor({ type: 'email_change_new', ...change }),
  ]
  created.splice(created.indexOf(customer.id), 1)
  const invited = await (
    await target.signIn(admin)
  )
    .rpc('create_invite', { email: customer.email, role: 'agent' })
    .single<{ token: string }>()
  expect((await client.rpc('accept_invite', { token: invited.data?.token })).error).toBeNull()
  for (const token_hash of tokens) {
    const { error } = await anonClient(project).auth.verifyOtp({ token_hash, type: 'email_change' })
    expect(error?.code).toBe('otp_expired')
  }
  expect((await service.auth.admin.getUserById(customer.id)).data.user?.email).toBe(customer.email)
  expect(await signsIn(customer.email, DEMO_PASSWORD)).toBe('in')
})
