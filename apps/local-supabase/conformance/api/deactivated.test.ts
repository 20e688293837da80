import { anonClient, DEMO_PASSWORD } from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProject, type Person, type TestProject } from './project'

let target: TestProject
let admin: SupabaseClient
beforeAll(async () => {
  target = await openProject()
  admin = await target.signIn(await target.createPerson('admin'))
}, 90_000)
afterAll(() => target?.close())

const setActive = async (id: string, active: boolean) => {
  const { error } = await admin.rpc('set_user_active', { target: id, active })
  expect(error).toBeNull()
}
const signIn = async ({ email }: Person) =>
  (await anonClient(target.project).auth.signInWithPassword({ email, password: DEMO_PASSWORD })).error?.code

describe('a deactivated user', () => {
  it('loses API access, refresh and sign-in immediately', async () => {
    const leaver = await target.createPerson('agent')
    const [desktop, phone] = [await target.signIn(leaver), await target.signIn(leaver)]
    const token = (await phone.auth.getSession()).data.session?.refresh_token ?? ''
    await setActive(leaver.id, false)
    const read = await desktop.from('tickets').select('id')
    expect([read.status, read.error?.details]).toEqual([401, 'not_authenticated'])
    expect((await desktop.auth.getUser()).error?.code).toBe('user_banned')
    const refreshed = await anonClient(target.project).auth.refreshSession({ refresh_token: token })
    expect([refreshed.error?.status, refreshed.error?.code]).toEqual([400, 'user_banned'])
    expect(await signIn(leaver)).toBe('user_banned')
  })

  it('can sign in again after reactivation', async () => {
    const back = await target.createPerson('customer')
    await setActive(back.id, false)
    expect(await signIn(back)).toBe('user_banned')
    await setActive(back.id, true)
    expect(await signIn(back)).toBeUndefined()
  })
})
