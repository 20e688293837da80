import { anonClient, clientAs, createUser, DEMO_PASSWORD, startStack, type Stack } from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let stack: Stack
let admin: SupabaseClient
beforeAll(async () => {
  stack = await startStack()
  await createUser(stack, { email: 'admin@example.com', role: 'admin' })
  admin = await clientAs(stack, 'admin@example.com')
}, 90_000)
afterAll(() => stack?.stop())

const switchTo = async (id: string, active: boolean) => {
  const { error } = await admin.rpc('set_user_active', { target: id, active })
  expect(error).toBeNull()
}
const signIn = async (email: string) =>
  (await anonClient(stack).auth.signInWithPassword({ email, password: DEMO_PASSWORD })).error?.code

describe('somebody who is switched off', () => {
  it('is out at once: no rights, no user, no refresh, no sign-in', async () => {
    const { id } = await createUser(stack, { email: 'leaver@example.com', role: 'agent' })
    const [desk, phone] = [
      await clientAs(stack, 'leaver@example.com'),
      await clientAs(stack, 'leaver@example.com'),
    ]
    const token = (await phone.auth.getSession()).data.session?.refresh_token ?? ''
    await switchTo(id, false)
    const asked = await desk.from('tickets').select('id')
    expect([asked.status, asked.error?.details]).toEqual([401, 'not_authenticated'])
    expect((await desk.auth.getUser()).error?.code).toBe('user_banned')
    const refreshed = await anonClient(stack).auth.refreshSession({ refresh_token: token })
    expect([refreshed.error?.status, refreshed.error?.code]).toEqual([400, 'user_banned'])
    expect(await signIn('leaver@example.com')).toBe('user_banned')
  })

  it('can sign in again once switched on', async () => {
    const { id } = await createUser(stack, { email: 'back@example.com' })
    await switchTo(id, false)
    expect(await signIn('back@example.com')).toBe('user_banned')
    await switchTo(id, true)
    expect(await signIn('back@example.com')).toBeUndefined()
  })
})
