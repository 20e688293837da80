import { describe, expect, it } from 'vitest'
import { createUser, db } from './support/backend'

const attempt = async (user: string, valid: boolean, from?: string): Promise<string> => {
  const metadata = from === undefined ? {} : { ip_address: from }
  const event = JSON.stringify({ user_id: user, valid, metadata })
  const [row] = await db<{ answer: { decision: string; message?: string } }[]>`
    select private.password_verification_attempt(${event}::text::jsonb) as answer`
  const { decision = '', message } = row?.answer ?? {}
  if (decision === 'reject') expect(message).toBe('Invalid login credentials')
  return decision
}
const times = async (count: number, work: (n: number) => Promise<string>) => {
  const answers: string[] = []
  for (let n = 0; n < count; n += 1) answers.push(await work(n))
  return new Set(answers)
}
const someone = async () => (await createUser('customer', 'Gus Guessed')).id
const allowed = new Set(['continue'])
const age = (user: string, by: string) =>
  db`update private.password_failures set failed_at = failed_at - ${by}::interval where user_id = ${user}`

describe('wrong passwords for one account', () => {
  it('from one address are limited for five minutes, the right one too, unlike another address', async () => {
    const user = await someone()
    expect(await times(20, () => attempt(user, false, '203.0.113.1'))).toEqual(allowed)
    expect(await attempt(user, true, '203.0.113.1')).toBe('reject')
    expect(await attempt(user, true, '203.0.113.2')).toBe('continue')
    await age(user, '5 minutes')
    expect(await attempt(user, true, '203.0.113.1')).toBe('continue')
  })

  it('from many addresses are limited for an hour, except from an address with a session', async () => {
    const user = await someone()
    await db`update auth.sessions set ip = '203.0.113.7' where user_id = ${user}`
    expect(await times(100, (n) => attempt(user, false, `198.51.100.${n}`))).toEqual(allowed)
    expect(await attempt(user, true, '192.0.2.1')).toBe('reject')
    expect(await attempt(user, true, '203.0.113.7')).toBe('continue')
    await age(user, '1 hour')
    expect(await attempt(user, true, '192.0.2.1')).toBe('continue')
  })

  it('are forgotten after the right one', async () => {
    const user = await someone()
    expect(await times(19, () => attempt(user, false, '203.0.113.1'))).toEqual(allowed)
    expect(await attempt(user, true, '203.0.113.1')).toBe('continue')
    expect(await times(20, () => attempt(user, false, '203.0.113.1'))).toEqual(allowed)
  })

  it('at once are counted one after the other', async () => {
    const user = await someone()
    const answers = await Promise.all(Array.from({ length: 30 }, () => attempt(user, false, '203.0.113.1')))
    expect(answers.filter((answer) => answer === 'continue')).toHaveLength(20)
  })

  it('share one count where Auth names no address', async () => {
    const user = await someone()
    expect(await times(20, () => attempt(user, false))).toEqual(allowed)
    expect(await attempt(user, true)).toBe('reject')
  })

  it('for another account are not counted, and end with the account', async () => {
    const [user, other] = [await someone(), await someone()]
    await times(20, () => attempt(other, false, '203.0.113.1'))
    expect(await attempt(user, true, '203.0.113.1')).toBe('continue')
    await db`delete from auth.users where id = ${other}`
    expect(await db`select from private.password_failures where user_id = ${other}`).toEqual([])
  })
})

it('can be called by no role of the API', async () => {
  const roles = await db`
    select r.rolname from pg_catalog.pg_roles r
    where r.rolname in ('anon', 'authenticated', 'service_role')
      and has_function_privilege(r.oid, 'private.password_verification_attempt(jsonb)', 'execute')`
  expect(roles).toEqual([])
})
