import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, type TestUsers, db, type TestUser } from './support/backend'

let people: TestUsers
beforeAll(async () => {
  people = await createUsers()
})

/** The timeout of a statement after `check_request` in the same transaction. */
async function timeoutOf(who: TestUser): Promise<string> {
  let timeout = ''
  await db.begin(async (tx) => {
    await tx`select set_config('statement_timeout', '8s', true), set_config('role', 'authenticated', true),
      set_config('request.jwt.claims', ${JSON.stringify({ sub: who.id, role: 'authenticated' })}, true)`
    await tx`select gate.check_request()`
    const [row] = await tx`show statement_timeout`
    timeout = String(row?.statement_timeout)
  })
  return timeout
}

describe('the statement timeout', () => {
  it('is 3 seconds for customers', async () => {
    expect(await timeoutOf(people.owner)).toBe('3s')
  })

  it('is that of the role for agents and admins', async () => {
    expect(await timeoutOf(people.agent)).toBe('8s')
    expect(await timeoutOf(people.admin)).toBe('8s')
  })

  it('ends with the transaction', async () => {
    await timeoutOf(people.owner)
    const [row] = await db`show statement_timeout`
    expect(row?.statement_timeout).toBe('0')
  })

  it('ends a slow statement of a customer', async () => {
    const slow = db.begin(async (tx) => {
      await tx`select set_config('role', 'authenticated', true),
        set_config('request.jwt.claims', ${JSON.stringify({ sub: people.owner.id, role: 'authenticated' })}, true)`
      await tx`select gate.check_request()`
      await tx`select pg_sleep(60)`
    })
    await expect(slow).rejects.toMatchObject({ code: '57014' })
  })
})
