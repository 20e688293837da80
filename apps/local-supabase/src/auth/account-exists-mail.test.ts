import { anonClient, createUser, sql, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ seed: 'empty' })
})
afterAll(async () => {
  await stack?.stop()
})

const signUp = (email: string, data: object = {}) =>
  anonClient(stack).auth.signUp({
    email,
    password: 'Stranger1',
    options: { data: { full_name: 'Kay Known', ...data } },
  })

it('answers as for a new address, and mails the owner of a known one the ways in', async () => {
  const email = 'known@example.com'
  await createUser(stack, { email })
  const { data, error } = await signUp(email)
  expect(error).toBeNull()
  expect(data.user?.identities).toHaveLength(1)
  const [mail, ...more] = await stack.mails(email)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('You already have an account')
  for (const part of [mail?.text, mail?.html]) {
    expect(part).toContain(`${stack.url}/auth/login`)
    expect(part).toContain(`${stack.url}/auth/reset-password`)
    expect(part).not.toMatch(/token|code=/)
  }
})

it('mails one address three times an hour at most, and its owner still gets the reset mail', async () => {
  const email = 'flooded@example.com'
  await createUser(stack, { email })
  for (let n = 0; n < 5; n += 1)
    // Two mails for one address are a second apart.
    await vi.waitFor(async () => expect((await signUp(email)).error).toBeNull(), {
      timeout: 5_000,
      interval: 300,
    })
  expect(await stack.mails(email)).toHaveLength(3)
  await vi.waitFor(
    async () => expect((await anonClient(stack).auth.resetPasswordForEmail(email)).error).toBeNull(),
    { timeout: 5_000, interval: 300 },
  )
  expect((await stack.mails(email))[0]?.subject).toBe('Reset your password')
}, 30_000)

it('tells the holder of a valid invite, and nobody else, that the account exists', async () => {
  const email = 'invited@example.com'
  await createUser(stack, { email })
  const admin = await createUser(stack, { email: 'admin@example.org', role: 'admin', name: 'Amy' })
  const db = sql(stack)
  const token = '3f0c2f2e-8c4e-4e0a-9d5b-0a1b2c3d4e5f'
  await db`insert into public.invites (email, role, token_hash, created_by)
    values (${email}, 'agent', private.hash_token(${token}), ${admin.id})`
  expect((await signUp(email, { invite_token: token })).error?.code).toBe('user_already_exists')
  expect(await stack.mails(email)).toEqual([])
  const [invite] = await db`select used_at from public.invites where email = ${email}`
  await db.end()
  expect(invite).toEqual({ used_at: null })
  const wrong = { invite_token: '3f0c2f2e-8c4e-4e0a-9d5b-0a1b2c3d4e50' }
  const answers = await Promise.all([
    signUp('settled@example.com', wrong),
    signUp('admin@example.org', wrong),
  ])
  expect(answers.map(({ error }) => error?.status)).toEqual([500, 500])
})
