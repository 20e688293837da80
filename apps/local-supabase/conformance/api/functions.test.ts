import { anonClient, serviceClient } from '@helpdesk/testing'
import { FunctionsHttpError } from '@supabase/supabase-js'
import { generateKeyPair, SignJWT } from 'jose'
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

  it('rejects callers without a session', async () => {
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

const forPeople = ['update-user-role', 'send-invites', 'test-mail', 'admin-assistant', 'staff-mail']

async function call(name: string, bearer?: string): Promise<unknown[]> {
  const answer = await fetch(`${project.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: {
      apikey: project.publishableKey,
      'content-type': 'application/json',
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    },
    body: JSON.stringify(bodies[name] ?? {}),
  })
  const { code } = await answer.json()
  return [answer.status, code]
}
/** What a customer's token is refused with, so that nothing is changed or sent. */
const bodies: Record<string, unknown> = {
  'update-user-role': { userId: '00000000-0000-4000-8000-000000000000', role: 'agent' },
  'send-invites': { emails: ['conformance@example.com'], role: 'agent' },
  'admin-assistant': { messages: [], newUserMessage: 'Hello' },
  'staff-mail': { action: 'show', mailId: '00000000-0000-4000-8000-000000000000' },
}

describe.each(forPeople)('%s', (name) => {
  const refused = [401, 'not_authenticated']
  const tokenOf = async (person: Person) => {
    const client = await target.signIn(person)
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    return { client, token }
  }

  it('refuses calls without a token, and API keys in place of one', async () => {
    for (const bearer of [undefined, project.publishableKey, project.secretKey, 'no.t.oken'])
      expect(await call(name, bearer)).toEqual(refused)
  })

  it('refuses tokens that another project signed', async () => {
    const claims = { role: 'authenticated', aud: 'authenticated', sub: admin.id }
    const { privateKey } = await generateKeyPair('ES256')
    const sign = (alg: string, key: CryptoKey | Uint8Array) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg, kid: 'foreign' })
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(key)
    for (const token of [await sign('ES256', privateKey), await sign('HS256', new Uint8Array(40))])
      expect(await call(name, token)).toEqual(refused)
  })

  it('refuses the token of a session that has ended', async () => {
    const { client, token } = await tokenOf(customer)
    expect((await client.auth.signOut({ scope: 'local' })).error).toBeNull()
    expect(await call(name, token)).toEqual(refused)
  })

  it('takes the token of a session, and asks the database what its user may do', async () => {
    const { token } = await tokenOf(customer)
    const [, code] = await call(name, token)
    expect(code).toBe(name === 'staff-mail' ? 'agent_required' : 'admin_required')
  })
})

it('send-notifications takes only a secret key', async () => {
  const client = await target.signIn(admin)
  const token = (await client.auth.getSession()).data.session?.access_token
  for (const bearer of [undefined, project.publishableKey, token])
    expect(await call('send-notifications', bearer)).toEqual([401, 'not_authorized'])
})
