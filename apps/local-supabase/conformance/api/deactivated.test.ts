import { anonClient, DEMO_PASSWORD } from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProject, type Person, type TestProject } from './project'

let place: TestProject
let admin: SupabaseClient
beforeAll(async () => {
  place = await openProject()
  admin = await place.signIn(await place.createPerson('admin'))
}, 90_000)
afterAll(() => place?.close())

const switchTo = async (id: string, active: boolean) => {
  const { error } = await admin.rpc('set_user_active', { target: id, active })
  expect(error).toBeNull()
}
const signIn = async ({ email }: Person) =>
  (await anonClient(place.project).auth.signInWithPassword({ email, password: DEMO_PASSWORD })).error?.code

describe('a deactivated user', () => {
  it('loses API access, refresh and sign-in immediately', async () => {
    const leaver = await place.createPerson('agent')
    const [desk, phone] = [await place.signIn(leaver), await place.signIn(leaver)]
    const token = (await phone.auth.getSession()).data.session?.refresh_token ?? ''
    await switchTo(leaver.id, false)
    const asked = await desk.from('tickets').select('id')
    expect([asked.status, asked.error?.details]).toEqual([401, 'not_authenticated'])
    expect((await desk.auth.getUser()).error?.code).toBe('user_banned')
    const refreshed = await anonClient(place.project).auth.refreshSession({ refresh_token: token })
    expect([refreshed.error?.status, refreshed.error?.code]).toEqual([400, 'user_banned'])
    expect(await signIn(leaver)).toBe('user_banned')
  })

  it('can sign in again once switched on', async () => {
    const back = await place.createPerson('customer')
    await switchTo(back.id, false)
    expect(await signIn(back)).toBe('user_banned')
    await switchTo(back.id, true)
    expect(await signIn(back)).toBeUndefined()
  })
})
