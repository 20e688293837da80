import {
  anonClient,
  clientAs,
  createUser,
  DEMO_PASSWORD,
  sql,
  startStack,
  type Stack,
} from '@helpdesk/testing'
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
    expect((await desk.from('tickets').select('id')).data).toEqual([])
    expect((await desk.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    const refreshed = await anonClient(stack).auth.refreshSession({ refresh_token: token })
    expect(refreshed.error?.code).toBe('refresh_token_not_found')
    expect(await signIn('leaver@example.com')).toBe('user_banned')
    const db = sql(stack)
    expect(await db`select 1 from auth.sessions where user_id = ${id}`).toHaveLength(0)
    await db.end()
  })

  it('cannot take up a session that was left behind', async () => {
    const { id } = await createUser(stack, { email: 'left@example.com' })
    const db = sql(stack)
    await switchTo(id, false)
    await db`insert into auth.sessions (id, user_id, aal) values (gen_random_uuid(), ${id}, 'aal1')`
    await db`
      insert into auth.refresh_tokens (token, user_id, session_id)
      select 'left-behind', ${id}, id from auth.sessions where user_id = ${id}`
    const { error } = await anonClient(stack).auth.refreshSession({ refresh_token: 'left-behind' })
    expect([error?.status, error?.code]).toEqual([400, 'user_banned'])
    await db.end()
  })

  it('comes back with a new sign-in, not with the old sessions', async () => {
    const { id } = await createUser(stack, { email: 'back@example.com' })
    const old = await clientAs(stack, 'back@example.com')
    await switchTo(id, false)
    await switchTo(id, true)
    expect((await old.auth.getUser()).error).not.toBeNull()
    expect(await signIn('back@example.com')).toBeUndefined()
  })
})
