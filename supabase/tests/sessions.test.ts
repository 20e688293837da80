import { randomUUID } from 'node:crypto'
import { clientAs } from '@helpdesk/testing/stack'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  db,
  expectForbidden,
  expectRows,
  type TestUser,
  createUser,
  stack,
  insertTicket,
  expectSignedOut,
} from './support/backend'

interface Session {
  id: string
  created_at: string
  last_active_at: string
  user_agent: string | null
  ip: string | null
  is_current: boolean
}

describe('sessions', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))

  const list = async ({ client }: TestUser) => {
    const { data, error } = await client.rpc('list_my_sessions')
    expect(error).toBeNull()
    const rows: Session[] = data
    return rows
  }
  /** Signs the user in on a second device. */
  const elsewhere = async (who: TestUser): Promise<TestUser> => ({
    ...who,
    client: await clientAs(stack, who.email),
  })
  const current = async (who: TestUser) => {
    const session = (await list(who)).find(({ is_current }) => is_current)
    if (!session) throw new Error('no current session')
    return session.id
  }
  const end = ({ client }: TestUser, session_id: string) => client.rpc('end_my_session', { session_id })

  it('lists the caller’s sessions, the current one first', async () => {
    const laptop = await createUser('customer', 'Lea Laptop')
    const phone = await elsewhere(laptop)
    for (const device of [laptop, phone]) {
      const sessions = await list(device)
      expect(sessions.map(({ is_current }) => is_current)).toEqual([true, false])
      for (const session of sessions) expect(Date.parse(session.last_active_at)).not.toBeNaN()
    }
    expect(await current(laptop)).not.toBe(await current(phone))
    expect(await list(people.owner)).toHaveLength(1)
  })

  it('returns device, address and last activity in UTC', async () => {
    const laptop = await createUser('agent', 'Lea Laptop')
    await db`update auth.sessions set user_agent = 'Firefox', ip = '192.0.2.7/32',
      created_at = '2026-01-01T10:00:00Z', refreshed_at = '2026-01-02 09:00:00' where user_id = ${laptop.id}`
    expect(await list(laptop)).toMatchObject([{ user_agent: 'Firefox', ip: '192.0.2.7', is_current: true }])
    const inZone = await db.begin(async (tx) => {
      await tx`select set_config('TimeZone', 'Asia/Tokyo', true), set_config('request.jwt.claims',
        ${JSON.stringify({ sub: laptop.id })}, true)`
      await tx`set local role authenticated`
      return tx<{ created_at: Date; last_active_at: Date }[]>`
        select created_at, last_active_at from public.list_my_sessions()`
    })
    expect(new Date(inZone[0]?.created_at ?? '').toISOString()).toBe('2026-01-01T10:00:00.000Z')
    expect(new Date(inZone[0]?.last_active_at ?? '').toISOString()).toBe('2026-01-02T09:00:00.000Z')
  })

  it('is ended by its id from a browser that has forgotten its token', async () => {
    const laptop = await createUser('customer', 'Lea Laptop')
    const phone = await elsewhere(laptop)
    const session_id = await current(laptop)
    const { data } = await laptop.client.auth.getSession()
    const { data: ended, error } = await people.visitor.rpc('end_session', { session_id })
    expect([ended, error]).toEqual([null, null])
    expectSignedOut(await laptop.client.rpc('list_my_sessions'))
    const refreshed = await laptop.client.auth.refreshSession({
      refresh_token: data.session?.refresh_token ?? '',
    })
    expect(refreshed.error?.status).toBe(400)
    // Nothing else ends, and an unknown id gets the same answer.
    expect(await list(phone)).toHaveLength(1)
    expect((await people.visitor.rpc('end_session', { session_id: randomUUID() })).error).toBeNull()
  })

  it('omits expired sessions', async () => {
    const laptop = await createUser('customer', 'Lea Laptop')
    await db`insert into auth.sessions (id, user_id, not_after)
      values (gen_random_uuid(), ${laptop.id}, now() - interval '1 second')`
    expect(await list(laptop)).toHaveLength(1)
  })

  it('ends one session at once, and keeps the others', async () => {
    const laptop = await createUser('agent', 'Lea Laptop')
    const phone = await elsewhere(laptop)
    const ticket = await insertTicket(people.owner)
    const read = ({ client }: TestUser) => client.from('tickets').select('id').eq('id', ticket)
    expectRows(await read(phone), 1)
    expect((await end(laptop, await current(phone))).data).toBe(true)
    expectSignedOut(await read(phone))
    expectSignedOut(await phone.client.rpc('get_ticket_detail', { ticket_id: ticket }))
    expectSignedOut(await phone.client.from('comments').insert({ ticket_id: ticket, content: 'still here' }))
    expectSignedOut(await phone.client.rpc('claim_ticket', { ticket_id: ticket }))
    expectSignedOut(
      await phone.client.from('profiles').update({ name: 'Mallory' }).eq('id', laptop.id).select(),
    )
    expect((await phone.client.auth.refreshSession()).error).not.toBeNull()
    expectRows(await read(laptop), 1)
    expect(await list(laptop)).toHaveLength(1)
  })

  it('rejects to list or end sessions from an ended one', async () => {
    const laptop = await createUser('customer', 'Lea Laptop')
    const phone = await elsewhere(laptop)
    const kept = await current(laptop)
    await end(laptop, await current(phone))
    expectSignedOut(await phone.client.rpc('list_my_sessions'))
    expectSignedOut(await end(phone, kept))
    expect(await list(laptop)).toHaveLength(1)
  })

  it('rejects to end sessions of others; returns false for a missing one', async () => {
    const { owner, otherCustomer, admin } = people
    const target = await current(owner)
    for (const who of [otherCustomer, admin]) expect((await end(who, target)).data).toBe(false)
    expect((await end(owner, randomUUID())).data).toBe(false)
    expect(await list(owner)).toHaveLength(1)
  })

  it('ends sessions signed out through Auth', async () => {
    const laptop = await createUser('customer', 'Lea Laptop')
    const phone = await elsewhere(laptop)
    await insertTicket(laptop)
    expectRows(await phone.client.from('tickets').select('id'), 1)
    await laptop.client.auth.signOut({ scope: 'others' })
    expectSignedOut(await phone.client.from('tickets').select('id'))
    expectRows(await laptop.client.from('tickets').select('id'), 1)
  })

  it('rejects visitors', async () => {
    expectForbidden(await people.visitor.rpc('list_my_sessions'))
    expectForbidden(await people.visitor.rpc('end_my_session', { session_id: randomUUID() }))
  })

  it('accepts a session only for its user, and a token without session', async () => {
    const { owner, agent } = people
    const role = (claims: object) =>
      db.begin(async (tx) => {
        await tx`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`
        await tx`set local role authenticated`
        return (await tx`select private.current_role() as role`)[0]?.role
      })
    const [mine, theirs] = [await current(owner), await current(agent)]
    expect(await role({ sub: owner.id, session_id: mine })).toBe('customer')
    expect(await role({ sub: owner.id })).toBe('customer')
    expect(await role({ sub: owner.id, session_id: '' })).toBe('customer')
    expect(await role({ sub: owner.id, session_id: theirs })).toBeNull()
    expect(await role({ sub: owner.id, session_id: randomUUID() })).toBeNull()
    expect(await role({ session_id: mine })).toBeNull()
  })
})
