import { randomUUID } from 'node:crypto'
import { anonClient, clientAs, DEMO_PASSWORD } from '@helpdesk/testing/stack'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  type TestUser,
  createUser,
  stack,
  insertTicket,
} from '../support/backend'
import { fingerprint } from './support/fingerprint'
import { clientWith, forgedToken, tamperedToken, unsignedToken } from './support/tokens'
import { expectNothing, freshEmail, request } from './support/attack'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
let ticket: string
const tokenOf = async ({ client }: TestUser) =>
  (await client.auth.getSession()).data.session?.access_token ?? ''
beforeAll(async () => {
  people = await createUsers()
  ticket = await insertTicket(people.owner)
})

describe('tokens', () => {
  const made: Record<string, () => Promise<string> | string> = {
    'signed by another project': () => forgedToken({ sub: people.admin.id, role: 'authenticated' }),
    'signed with the publishable key': () =>
      forgedToken({ sub: people.admin.id, role: 'authenticated' }, stack.publishableKey),
    'signed with an empty key': () => forgedToken({ sub: people.admin.id, role: 'authenticated' }, ' '),
    'of the service role, signed by another project': () => forgedToken({ role: 'service_role' }),
    'without a signature': () => unsignedToken({ sub: people.admin.id, role: 'authenticated' }),
    'without a signature, None': () => unsignedToken({ sub: people.admin.id, role: 'authenticated' }, 'None'),
    'without a signature, NONE with something': () =>
      unsignedToken({ sub: people.admin.id, role: 'authenticated' }, 'NONE', 'eA'),
    'that says RS256': () => unsignedToken({ sub: people.admin.id, role: 'authenticated' }, 'RS256', 'eA'),
    'of a customer, changed to the id of an admin': async () =>
      tamperedToken(await tokenOf(people.otherCustomer), { sub: people.admin.id }),
    'of a customer, changed to the service role': async () =>
      tamperedToken(await tokenOf(people.otherCustomer), { role: 'service_role' }),
    'of a customer, changed to a later end': async () =>
      tamperedToken(await tokenOf(people.otherCustomer), { exp: 4102444800 }),
    'with the signature cut off': async () => (await tokenOf(people.admin)).replace(/\.[^.]*$/, '.'),
    'with its head and body alone': async () => (await tokenOf(people.admin)).replace(/\.[^.]*$/, ''),
    'that ended': () => forgedToken({ sub: people.admin.id, role: 'authenticated', exp: 1 }),
    'that is no token': () => 'bearer',
    'that is JSON': () => Buffer.from(JSON.stringify({ sub: people.admin.id })).toString('base64url'),
  }
  it.each(Object.keys(made))('rejects %s for data, files, functions and the account', async (name) => {
    const token = (await made[name]?.()) ?? ''
    const before = await fingerprint()
    const client = clientWith(token)
    expectNothing(await client.from('tickets').select('*'))
    expectNothing(await client.from('tickets').update({ subject: 'Mine' }).eq('id', ticket).select())
    expectNothing(await client.rpc('list_users'))
    expectNothing(await client.storage.from('ticket-attachments').list(ticket))
    expectNothing(
      await client.functions.invoke('update-user-role', {
        body: { userId: people.otherCustomer.id, role: 'admin' },
      }),
    )
    for (const path of ['/auth/v1/user', '/auth/v1/admin/users', '/rest/v1/profiles']) {
      const { status } = await request(undefined, path, { headers: { authorization: `Bearer ${token}` } })
      expect([400, 401, 403], path).toContain(status)
    }
    expect(await fingerprint()).toEqual(before)
  })

  it('rejects an invalid key', async () => {
    for (const key of ['', 'sb_secret_x', 'sb_publishable_x', stack.secretKey.slice(0, -1)]) {
      const { status } = await request(undefined, '/rest/v1/tickets', { headers: { apikey: key } })
      expect(status, key).toBe(401)
    }
  })

  it('rejects the admin API to the publishable key', async () => {
    const { auth } = anonClient(stack)
    expect((await auth.admin.listUsers()).error).not.toBeNull()
    expect((await people.admin.client.auth.admin.listUsers()).error).not.toBeNull()
    expect((await people.admin.client.auth.admin.deleteUser(people.owner.id)).error).not.toBeNull()
  })

  const states: Record<string, (who: TestUser) => Promise<unknown>> = {
    'after sign-out': async (who) => {
      const copy = clientWith(await tokenOf(who))
      await who.client.auth.signOut()
      return copy
    },
    'after an admin ended its sessions': async (who) => {
      await people.admin.client.rpc('end_user_sessions', { target: who.id })
      return who.client
    },
    'after it was switched off': async (who) => {
      await people.admin.client.rpc('set_user_active', { target: who.id, active: false })
      return who.client
    },
    'after its role was taken': async (who) => {
      await people.admin.client.rpc('set_user_role', { target: who.id, new_role: 'customer' })
      return who.client
    },
  }
  it.each(Object.keys(states))('rejects reads and writes by an agent’s token %s', async (name) => {
    const agent = await createUser('agent', 'Lea Leaver')
    const copy = clientWith(await tokenOf(agent))
    expect((await copy.from('tickets').select('id').eq('id', ticket)).data).toHaveLength(1)
    await states[name]?.(agent)
    const before = await fingerprint()
    expectNothing(await copy.from('tickets').select('*'))
    expectNothing(await copy.rpc('next_ticket'))
    expectNothing(await copy.rpc('claim_ticket', { ticket_id: ticket }))
    expectNothing(await copy.rpc('search_tickets', {}))
    expectNothing(await copy.from('comments').insert({ ticket_id: ticket, content: 'x', is_internal: true }))
    expectNothing(await copy.from('macros').select('*'))
    expectNothing(await copy.storage.from('ticket-attachments').list(ticket))
    expect(await fingerprint()).toEqual(before)
  })

  it('rejects refresh and sign-in to a deactivated user', async () => {
    const off = await createUser('agent', 'Dora Off')
    await people.admin.client.rpc('set_user_active', { target: off.id, active: false })
    expect((await off.client.auth.refreshSession()).error).not.toBeNull()
    await expect(clientAs(stack, off.email)).rejects.toThrow()
  })
})

describe('rights at sign-up', () => {
  const profile = async (email: string) =>
    (
      await db`select p.role, u.raw_user_meta_data ->> 'role' as shown, u.raw_app_meta_data ->> 'role' as app
      from public.profiles p join auth.users u on u.id = p.id where p.email = ${email}`
    )[0]
  const customer = { role: 'customer', shown: 'customer', app: null }
  const signUp = (email: string, data: object) =>
    anonClient(stack).auth.signUp({ email, password: DEMO_PASSWORD, options: { data } })

  it.each([
    ['a role', { role: 'admin' }],
    ['a role in the metadata of the app', { app_metadata: { role: 'admin' } }],
    ['a role in a list', { role: ['admin'] }],
    ['a date of confirmation', { email_confirmed_at: '2020-01-01', email_verified: true }],
  ])('ignores %s', async (_, data) => {
    const email = freshEmail()
    await signUp(email, data)
    expect(await profile(email)).toEqual(customer)
    await expect(clientAs(stack, email)).rejects.toThrow('not confirmed')
  })

  it('ignores a role written to the metadata later', async () => {
    const who = await createUser('customer', 'Mal Lory')
    await who.client.auth.updateUser({ data: { role: 'admin', app_metadata: { role: 'admin' } } })
    await who.client.auth.refreshSession()
    expect(await profile(who.email)).toEqual(customer)
    expectNothing(await who.client.from('audit_log').select('*'))
    expectNothing(await who.client.rpc('list_users'))
  })

  const invite = async (email: string, role = 'admin') => {
    const { data, error } = await people.admin.client
      .rpc('create_invite', { email, role })
      .single<{ token: string }>()
    if (error) throw error
    return data.token
  }
  it.each([
    ['as a list', (token: string) => ({ invite_token: [token] })],
    ['as an object', (token: string) => ({ invite_token: { token } })],
    ['with a pattern', () => ({ invite_token: '%' })],
    ['with SQL', () => ({ invite_token: "' or '1'='1" })],
    ['by its hash', (_: string, hash: string) => ({ invite_token: hash })],
  ])('ignores a token sent %s to another address', async (_, data) => {
    const token = await invite(freshEmail())
    const [row] = await db<{ hash: string }[]>`select private.hash_token(${token}) as hash`
    const email = freshEmail()
    expect((await signUp(email, data(token, row?.hash ?? ''))).error).not.toBeNull()
    expect(await profile(email)).toBeUndefined()
  })

  it('gives the role of the invite, not a requested higher one', async () => {
    const email = freshEmail()
    const token = await invite(email, 'agent')
    await signUp(email, { invite_token: token, role: 'admin' })
    expect(await profile(email)).toMatchObject({ role: 'agent', shown: 'agent' })
  })

  it('redeems no invite when the address changes', async () => {
    const who = await createUser('customer', 'Mal Lory')
    const email = freshEmail()
    const token = await invite(email)
    await who.client.auth.updateUser({ email, data: { invite_token: token } })
    expect(await profile(who.email)).toEqual(customer)
    expect((await anonClient(stack).rpc('verify_invite', { token })).data).toMatchObject([{ is_valid: true }])
  })

  it('keeps no token in the audit log, accounts or plain text', async () => {
    const email = freshEmail()
    const token = await invite(email)
    await signUp(email, { invite_token: token })
    for (const name of [
      'public.audit_log',
      'public.invites',
      'auth.users',
      'auth.identities',
      'public.profiles',
    ])
      expect(await db.unsafe(`select 1 from ${name} t where t::text like '%${token}%'`), name).toEqual([])
  })

  it('verifies valid, invalid and used tokens with the same plan', async () => {
    const good = await invite(freshEmail())
    for (const token of [good, randomUUID()]) {
      const plan = await db.begin(async (tx) => {
        // The planner prefers a scan for a few invites.
        await tx`set local enable_seqscan = off`
        return tx.unsafe<{ 'QUERY PLAN': { Plan: unknown }[] }[]>(
          `explain (analyze, buffers, timing off, summary off, format json)
         select i.id from public.invites i where i.token_hash = private.hash_token('${token}')
           and i.used_at is null and i.revoked_at is null and i.expires_at > now()`,
        )
      })
      expect(JSON.stringify(plan[0])).toMatch(/"Node Type":\s*"Index (Only )?Scan"/)
    }
    const [index] =
      await db`select 1 from pg_indexes where tablename = 'invites' and indexdef like '%UNIQUE%(token_hash)'`
    expect(index).toBeDefined()
  })

  it.each(['', 'x', "' or '1'='1", '00000000-0000-0000-0000-000000000000', '%'])(
    'verify_invite says the same to the guess %j',
    async (token) => {
      const { data, error } = await anonClient(stack).rpc('verify_invite', { token })
      if (!error) expect(data).toEqual([{ is_valid: false, invite_email: null, invite_role: null }])
      else expect(error.code).toBe('22P02')
    },
  )
})
