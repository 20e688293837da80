import { anonClient, serviceClient } from '@helpdesk/testing'
import { FunctionsHttpError } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openProject, type Person, type TestProject, type Project } from './project'

let target: TestProject
let project: Project
let customer: Person
let admin: Person

beforeAll(async () => {
  target = await openProject()
  ;({ project } = target)
  customer = await target.createPerson('customer')
  admin = await target.createPerson('admin')
}, 90_000)
afterAll(() => target?.close())

/** Status and body of a refusal. */
async function refusal(error: unknown): Promise<[number, string]> {
  if (!(error instanceof FunctionsHttpError)) throw new Error(`not a refusal: ${String(error)}`)
  const response: Response = error.context
  return [response.status, await response.text()]
}
const roleOf = async (id: string) => {
  const { data } = await serviceClient(project).from('profiles').select('role').eq('id', id).single()
  return data?.role
}

describe('functions.invoke', () => {
  it('runs a function with the caller’s token', async () => {
    const caller = await target.signIn(admin)
    const { data, error } = await caller.functions.invoke('update-user-role', {
      body: { userId: customer.id, role: 'agent' },
    })
    expect(error).toBeNull()
    expect(data).toMatchObject({ userId: customer.id, role: 'agent' })
    expect(await roleOf(customer.id)).toBe('agent')
    await caller.functions.invoke('update-user-role', { body: { userId: customer.id, role: 'customer' } })
  })

  it('returns the function’s own refusal', async () => {
    const caller = await target.signIn(customer)
    const { error } = await caller.functions.invoke('update-user-role', {
      body: { userId: customer.id, role: 'admin' },
    })
    const [status, text] = await refusal(error)
    expect([status, text.includes('"code":"admin_required"')]).toEqual([403, true])
    expect(await roleOf(customer.id)).toBe('customer')
  })

  it('rejects callers without a session before the function runs', async () => {
    const { error } = await anonClient(project).functions.invoke('update-user-role', { body: {} })
    expect((await refusal(error))[0]).toBe(401)
  })

  it('answers an unknown name with 404', async () => {
    const { error } = await anonClient(project).functions.invoke('no-such-function')
    expect((await refusal(error))[0]).toBe(404)
  })

  it('answers a preflight request of another origin', async () => {
    const answer = await fetch(`${project.url}/functions/v1/update-user-role`, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:5173', 'access-control-request-headers': 'authorization,apikey' },
    })
    expect(answer.ok).toBe(true)
    expect(answer.headers.get('access-control-allow-headers')).toContain('apikey')
  })
})
