import { anonClient, clientAs, createUser, sql, startStack, type Stack } from '@helpdesk/testing'
import { FunctionsHttpError } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let stack: Stack
let customerId = ''

beforeAll(async () => {
  stack = await startStack()
  customerId = (await createUser(stack, { email: 'customer@example.com' })).id
  await createUser(stack, { email: 'admin@example.com', role: 'admin' })
}, 90_000)
afterAll(() => stack?.stop())

/** The refusal's status and body, as a screen reads them. */
async function refusal(error: unknown): Promise<[number, string]> {
  if (!(error instanceof FunctionsHttpError)) throw new Error(`not a refusal: ${String(error)}`)
  const response: Response = error.context
  return [response.status, await response.text()]
}
const roleOf = async (id: string) => {
  const db = sql(stack)
  const [row] = await db`select role from profiles where id = ${id}`
  await db.end()
  return row?.role
}

describe('functions.invoke', () => {
  it('runs a function with the caller’s token', async () => {
    const admin = await clientAs(stack, 'admin@example.com')
    const { data, error } = await admin.functions.invoke('update-user-role', {
      body: { userId: customerId, role: 'agent' },
    })
    expect(error).toBeNull()
    expect(data).toMatchObject({ userId: customerId, role: 'agent' })
    expect(await roleOf(customerId)).toBe('agent')
    await admin.functions.invoke('update-user-role', { body: { userId: customerId, role: 'customer' } })
  })

  it('hands on the function’s own refusal', async () => {
    const customer = await clientAs(stack, 'customer@example.com')
    const { error } = await customer.functions.invoke('update-user-role', {
      body: { userId: customerId, role: 'admin' },
    })
    const [status, text] = await refusal(error)
    expect([status, text.includes('"code":"admin_required"')]).toEqual([403, true])
    expect(await roleOf(customerId)).toBe('customer')
  })

  it('stops who has no session before the function runs', async () => {
    const { error } = await anonClient(stack).functions.invoke('update-user-role', { body: {} })
    expect((await refusal(error))[0]).toBe(401)
  })

  it('answers an unknown name with 404', async () => {
    const { error } = await anonClient(stack).functions.invoke('no-such-function')
    expect((await refusal(error))[0]).toBe(404)
  })

  it('lets a browser of another origin ask first', async () => {
    const answer = await fetch(`${stack.url}/functions/v1/update-user-role`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:5173', 'access-control-request-headers': 'authorization,apikey' },
    })
    expect(answer.ok).toBe(true)
    expect(answer.headers.get('access-control-allow-headers')).toContain('apikey')
  })
})
