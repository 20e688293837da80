import { anonClient, DEMO_PASSWORD, serviceClient } from '@helpdesk/testing'
import type { AuthError } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProject, type Person, type TestProject } from './project'

// The answers of Auth 2.196.0. Only four requests create an account or a session more than the tests need.
let target: TestProject
let sam: Person
beforeAll(async () => {
  target = await openProject()
  sam = await target.createPerson('customer', 'Sam Sample')
}, 90_000)
afterAll(() => target?.close())

const anon = () => anonClient(target.project).auth
const told = (error: AuthError | null) => [error?.status, error?.code, error?.message]
const ask = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(`${target.project.url}/auth/v1${path}`, {
    method: 'POST',
    headers: { apikey: target.project.publishableKey, 'content-type': 'application/json', ...headers },
    body,
  })

describe('an error', () => {
  it('has the form of the version that the client names', async () => {
    const named = await ask('/token?grant_type=nothing', '{}', { 'x-supabase-api-version': '2024-01-01' })
    expect(named.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect([named.status, await named.json()]).toEqual([
      400,
      { code: 'invalid_credentials', message: 'unsupported_grant_type' },
    ])
    const older = await ask('/token?grant_type=nothing', '{}')
    expect(await older.json()).toMatchObject({ code: 400, error_code: 'invalid_credentials' })
  })

  it.each([
    ['a body of wrong types', '{"email":1,"password":2}', 400, 'bad_json'],
    ['no JSON', '{"email":', 400, 'bad_json'],
    ['a missing password', '{"email":"nobody@example.com"}', 400, 'invalid_credentials'],
    ['a telephone number', '{"phone":"4915112345678","password":"x"}', 422, 'phone_provider_disabled'],
  ])('has a status and a code after a sign-in with %s', async (_, body, status, code) => {
    const answer = await ask('/token?grant_type=password', body, { 'x-supabase-api-version': '2024-01-01' })
    expect([answer.status, await answer.json()]).toMatchObject([status, { code }])
  })

  it('without a session names the missing subject', async () => {
    const answer = await fetch(`${target.project.url}/auth/v1/user`, {
      headers: { apikey: target.project.publishableKey, 'x-supabase-api-version': '2024-01-01' },
    })
    expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'bad_jwt' }])
  })
})

describe('a sign-up', () => {
  it('without an address is an anonymous one, which is off', async () =>
    expect(told((await anon().signInAnonymously()).error).slice(0, 2)).toEqual([
      422,
      'anonymous_provider_disabled',
    ]))

  it('with a telephone number is off', async () =>
    expect(
      told((await anon().signUp({ phone: '4915112345678', password: DEMO_PASSWORD })).error).slice(0, 2),
    ).toEqual([400, 'phone_provider_disabled']))

  it('by a mailed link is refused where it must not create an account', async () => {
    const { error } = await anon().signInWithOtp({
      email: `not-${sam.email}`,
      options: { shouldCreateUser: false },
    })
    expect(told(error)).toEqual([422, 'otp_disabled', 'Signups not allowed for otp'])
  })

  it('counts the bytes of a password', async () => {
    const password = `Aa1${'ü'.repeat(35)}`
    const { error } = await anon().signUp({ email: `long-${sam.email}`, password })
    expect(told(error)).toEqual([400, 'validation_failed', 'Password cannot be longer than 72 characters'])
  })

  it('with the address of an account answers with a made-up user, recognisable by its identities', async () => {
    const data = { full_name: 'Someone Else' }
    const answer = await anon().signUp({ email: sam.email, password: DEMO_PASSWORD, options: { data } })
    expect(answer.error).toBeNull()
    expect(answer.data.session).toBeNull()
    expect(answer.data.user).toMatchObject({
      email: sam.email,
      role: '',
      identities: [],
      user_metadata: data,
    })
    expect(answer.data.user?.id).not.toBe(sam.id)
  })
})

describe('an account', () => {
  it('cannot take the address of another one', async () => {
    const other = await target.createPerson('customer')
    const { error } = await (await target.signIn(other)).auth.updateUser({ email: sam.email })
    expect(told(error)).toEqual([
      422,
      'email_exists',
      'A user with this email address has already been registered',
    ])
  })

  it('is reported as banned, whatever the password', async () => {
    const banned = await target.createPerson('customer')
    await serviceClient(target.project).auth.admin.updateUserById(banned.id, { ban_duration: '1h' })
    const { error } = await anon().signInWithPassword({ email: banned.email, password: 'Wrong1234' })
    expect(told(error)).toEqual([400, 'user_banned', 'User is banned'])
  })

  it('is unknown to its session once it is deleted', async () => {
    const leaver = await target.createPerson('customer')
    const { auth } = await target.signIn(leaver)
    const token = (await auth.getSession()).data.session?.refresh_token ?? ''
    await target.remove(leaver)
    expect(told((await auth.getUser()).error).slice(0, 2)).toEqual([403, 'user_not_found'])
    expect(told((await anon().refreshSession({ refresh_token: token })).error).slice(0, 2)).toEqual([
      400,
      'refresh_token_not_found',
    ])
  })

  it('cannot get a weak password, even from the secret key', async () => {
    const { admin } = serviceClient(target.project).auth
    expect(told((await admin.updateUserById(sam.id, { password: 'weak' })).error).slice(0, 2)).toEqual([
      422,
      'weak_password',
    ])
  })
})
