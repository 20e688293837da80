import { beforeAll, describe, expect, it } from 'vitest'
import { createUser, db, stack, type TestUser } from '../../tests/support/backend'
import { handler } from './handler.ts'

const portal = 'https://help.example.com'
const env = { SUPABASE_URL: stack.url, SUPABASE_ANON_KEY: stack.publishableKey, PORTAL_URL: `${portal}/` }
const oneClick = new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })

describe('the address of List-Unsubscribe', () => {
  let person: TestUser
  let token = ''
  beforeAll(async () => {
    person = await createUser('customer', 'Uma Unsubscribed')
    const [row] = await db<
      { token: string }[]
    >`select private.one_click_token(${person.id}, 'status') as token`
    token = row?.token ?? ''
  })
  const call = (init: RequestInit, value = token) =>
    handler(new Request(`${stack.url}/functions/v1/unsubscribe?token=${value}`, init), env)
  const preferences = async () =>
    (await db`select preferences from public.profiles where id = ${person.id}`)[0]?.preferences as unknown

  it('leads people to the page and changes nothing by GET or HEAD, which scanners send', async () => {
    for (const method of ['GET', 'HEAD']) {
      const answer = await call({ method })
      expect(answer.status).toBe(303)
      expect(answer.headers.get('location')).toBe(`${portal}/auth/unsubscribe?token=${token}`)
    }
    expect(await preferences()).toEqual({})
  })

  it.each([
    ['a POST without the field', 'x=1', undefined],
    ['an empty POST', '', undefined],
    ['another token', oneClick.toString(), 'nonsense'],
    ['no token', oneClick.toString(), ''],
  ])('rejects %s', async (_name, body, value) => {
    expect((await call({ method: 'POST', body }, value)).status).toBe(401)
    expect(await preferences()).toEqual({})
  })

  it('rejects other methods and large bodies', async () => {
    expect((await call({ method: 'DELETE' })).status).toBe(405)
    const headers = { 'content-length': '3000' }
    expect((await call({ method: 'POST', headers, body: 'x'.repeat(3000) })).status).toBe(413)
  })

  it('unsubscribes by a one-click POST in both encodings', async () => {
    const form = new FormData()
    form.append('List-Unsubscribe', 'One-Click')
    for (const body of [oneClick, form]) {
      await db`update public.profiles set preferences = '{}' where id = ${person.id}`
      expect((await call({ method: 'POST', body })).status).toBe(200)
      expect(await preferences()).toEqual({ notify_status: false })
    }
  })
})
