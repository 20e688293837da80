import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUser, createUsers, db, insertTicket, type TestUser, type TestUsers } from './support/backend'
import { changeTopics } from './support/change-topics'

let people: TestUsers
let ticket: string
beforeAll(async () => {
  people = await createUsers()
  ticket = await insertTicket(people.owner)
})

type Topics = { public?: string; staff?: string; merged?: string[] }
const topicsOf = async (user: TestUser, id = ticket): Promise<Topics | null> => {
  const { data, error } = await user.client.rpc('ticket_topics', { ticket_id: id })
  expect(error).toBeNull()
  return data
}

async function rpc({ client }: TestUser, name: string, args: object): Promise<void> {
  expect((await client.rpc(name, args)).error).toBeNull()
}

type Right = 'receives broadcasts' | 'sees presence' | 'broadcasts' | 'shows presence'

/** Asks the policies as a realtime server does, in a transaction that is rolled back. */
async function rightsOn(topic: string, user: TestUser | null): Promise<Right[]> {
  const rights: Right[] = []
  const undo = new Error('undo')
  await db
    .begin(async (tx) => {
      await tx`insert into realtime.messages (topic, extension) values (${topic}, 'broadcast'), (${topic}, 'presence')`
      const claims = JSON.stringify(user ? { sub: user.id, role: 'authenticated' } : { role: 'anon' })
      await tx`select set_config('role', ${user ? 'authenticated' : 'anon'}, true), set_config('realtime.topic', ${topic}, true),
        set_config('request.jwt.claims', ${claims}, true), set_config('request.jwt.claim.sub', ${user?.id ?? ''}, true)`
      const seen = await tx<
        { extension: string }[]
      >`select extension from realtime.messages where topic = ${topic}`
      if (seen.some(({ extension }) => extension === 'broadcast')) rights.push('receives broadcasts')
      if (seen.some(({ extension }) => extension === 'presence')) rights.push('sees presence')
      for (const [extension, right] of [
        ['broadcast', 'broadcasts'],
        ['presence', 'shows presence'],
      ] as const)
        await tx
          .savepoint(
            (inner) =>
              inner`insert into realtime.messages (topic, extension) values (${topic}, ${extension})`,
          )
          .then(
            () => rights.push(right),
            (error: { code: string }) => expect(error.code).toBe('42501'),
          )
      throw undo
    })
    .catch((error: unknown) => expect(error).toBe(undo))
  return rights
}

const EVERYTHING: Right[] = ['receives broadcasts', 'sees presence', 'broadcasts', 'shows presence']

describe('the topics of a ticket', () => {
  it('are given to those who see the ticket, the one for staff to staff only', async () => {
    const { owner, otherCustomer, agent, admin, visitor } = people
    expect(await topicsOf(owner)).toEqual({ public: expect.stringMatching(`^ticket:${ticket}:public:`) })
    for (const user of [agent, admin])
      expect(await topicsOf(user)).toEqual({
        public: (await topicsOf(owner))?.public,
        staff: expect.stringMatching(`^ticket:${ticket}:staff:`),
      })
    expect(await topicsOf(otherCustomer)).toBeNull()
    expect((await visitor.rpc('ticket_topics', { ticket_id: ticket })).error?.code).toBe('42501')
  })

  it('let staff meet on theirs, and customer and staff write on the public one', async () => {
    const { owner, otherCustomer, agent, admin } = people
    const topics = await topicsOf(agent)
    const [open, staff] = [topics?.public ?? '', topics?.staff ?? '']
    for (const user of [agent, admin]) {
      expect(await rightsOn(staff, user)).toEqual(EVERYTHING)
      expect(await rightsOn(open, user)).toEqual(['receives broadcasts', 'broadcasts'])
    }
    expect(await rightsOn(open, owner)).toEqual(['receives broadcasts', 'broadcasts'])
    for (const [topic, user] of [
      [staff, owner],
      [staff, otherCustomer],
      [open, otherCustomer],
      [staff, null],
      [open, null],
    ] as const)
      expect(await rightsOn(topic, user)).toEqual([])
  })

  it('change when the ticket gets another customer', async () => {
    const { owner, otherCustomer } = people
    const id = await insertTicket(owner)
    const before = (await topicsOf(owner, id))?.public ?? ''
    await db`update public.tickets set customer_id = ${otherCustomer.id} where id = ${id}`
    const after = (await topicsOf(otherCustomer, id))?.public ?? ''
    expect(after).not.toBe(before)
    expect(await rightsOn(before, otherCustomer)).toEqual([])
    expect(await rightsOn(after, owner)).toEqual([])
    expect(await rightsOn(after, otherCustomer)).toContain('receives broadcasts')
  })
})

describe('the topics of a ticket into which another was merged', () => {
  it('let its requester and staff hear each other on the one of the merged ticket, until it is unmerged', async () => {
    const { owner, otherCustomer, agent, admin } = people
    const target = await insertTicket(owner)
    const source = await insertTicket(otherCustomer)
    const own = (await topicsOf(otherCustomer, source))?.public ?? ''
    const before = await topicsOf(agent, target)
    expect(before).not.toHaveProperty('merged')
    expect(await topicsOf(otherCustomer, target)).toBeNull()
    await rpc(agent, 'merge_tickets', { source, target })
    expect(await topicsOf(otherCustomer, target)).toEqual({ public: own })
    for (const user of [agent, admin])
      expect(await topicsOf(user, target)).toEqual({ ...before, merged: [own] })
    // Names of nobody, and nothing for the requester of the target.
    expect(await topicsOf(owner, target)).toEqual({ public: before?.public })
    for (const user of [otherCustomer, agent])
      expect(await rightsOn(own, user)).toEqual(['receives broadcasts', 'broadcasts'])
    expect(await rightsOn(own, owner)).toEqual([])
    for (const topic of [before?.public ?? '', before?.staff ?? ''])
      expect(await rightsOn(topic, otherCustomer)).toEqual([])
    await rpc(agent, 'unmerge_ticket', { source })
    expect(await topicsOf(otherCustomer, target)).toBeNull()
    expect(await topicsOf(agent, target)).toEqual(before)
  })

  it('are one for each other requester, at most ten', async () => {
    const { owner, otherCustomer, agent } = people
    const target = await insertTicket(owner)
    for (const customer of [owner, otherCustomer, otherCustomer])
      await rpc(agent, 'merge_tickets', { source: await insertTicket(customer), target })
    const topics = await topicsOf(agent, target)
    expect(topics?.merged).toEqual([(await topicsOf(otherCustomer, target))?.public])
    for (let n = 0; n < 11; n += 1)
      await rpc(agent, 'merge_tickets', {
        source: await insertTicket(await createUser('customer', 'Mel')),
        target,
      })
    expect((await topicsOf(agent, target))?.merged).toHaveLength(10)
  })
})

describe('the topics of changes', () => {
  it('are received by those whom changes_since tells them, and sent by the database alone', async () => {
    const { owner, otherCustomer, agent } = people
    const [own] = await changeTopics(owner)
    const [staffOwn, staffTopic] = await changeTopics(agent)
    expect(await changeTopics(owner)).toEqual([
      `user:${owner.id}:0`,
      expect.stringMatching(/^desk:customers:[0-9a-f]{12}$/),
    ])
    expect(await changeTopics(otherCustomer)).toContain((await changeTopics(owner))[1])
    expect(await rightsOn((await changeTopics(owner))[1] ?? '', owner)).toEqual(['receives broadcasts'])
    expect(staffTopic).toMatch(/^desk:staff:\d+$/)
    expect(await rightsOn(own ?? '', owner)).toEqual(['receives broadcasts'])
    for (const topic of [staffOwn, staffTopic])
      expect(await rightsOn(topic ?? '', agent)).toEqual(['receives broadcasts'])
    for (const [topic, user] of [
      [own, otherCustomer],
      [own, agent],
      [staffTopic, owner],
      [staffTopic, null],
      [`user:${owner.id}:1`, owner],
      ['desk:staff', agent],
      ['ticket:x:staff:0', agent],
      ['anything', agent],
    ] as const)
      expect(await rightsOn(topic ?? '', user), String(topic)).toEqual([])
  })

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['loses the role', (id) => db`update public.profiles set role = 'customer' where id = ${id}`],
    ['is deactivated', (id) => db`update public.profiles set deactivated_at = now() where id = ${id}`],
    ['is deleted', (id) => db`delete from auth.users where id = ${id}`],
  ])('change for all staff when an agent %s', async (_, lose) => {
    const agent = await createUser('agent', 'Lou Loser')
    const [own, staffTopic] = await changeTopics(agent)
    const rooms = await topicsOf(agent)
    const [, customers] = await changeTopics(people.owner)
    await lose(agent.id)
    const [, staffTopicNow] = await changeTopics(people.agent)
    expect(staffTopicNow).not.toBe(staffTopic)
    const roomsNow = await topicsOf(people.agent)
    expect(roomsNow?.staff).not.toBe(rooms?.staff)
    expect(roomsNow?.public).not.toBe(rooms?.public)
    expect(await topicsOf(people.owner)).toEqual({ public: roomsNow?.public })
    expect((await changeTopics(people.owner))[1]).not.toBe(customers)
    for (const topic of [
      own,
      staffTopic,
      staffTopicNow,
      rooms?.staff,
      roomsNow?.staff,
      rooms?.public,
      roomsNow?.public,
    ])
      expect(await rightsOn(topic ?? '', agent)).toEqual([])
    for (const user of [people.owner, people.agent])
      expect(await rightsOn(rooms?.public ?? '', user)).toEqual([])
    expect(await rightsOn(staffTopicNow ?? '', people.agent)).toEqual(['receives broadcasts'])
    expect(await rightsOn(staffTopic ?? '', people.agent)).toEqual([])
    const moved =
      await db`select topic from realtime.messages where event = 'moved' and topic = any(${[own, staffTopic, customers] as string[]})`
    expect(moved).toHaveLength(3)
  })

  it.each<[string, (user: TestUser) => Promise<unknown>]>([
    ['by an admin', ({ id }) => rpc(people.admin, 'end_user_sessions', { target: id })],
    [
      'from another device',
      async (user) => {
        const { data } = await user.client.rpc('list_my_sessions')
        return rpc(user, 'end_my_session', { session_id: data[0].id })
      },
    ],
  ])('change for all staff when an agent is signed out %s', async (_, signOut) => {
    const agent = await createUser('agent', 'Otis Out')
    const [own, staffTopic] = await changeTopics(agent)
    await signOut(agent)
    expect((await changeTopics(people.agent))[1]).not.toBe(staffTopic)
    for (const topic of [own, staffTopic]) expect(await rightsOn(topic ?? '', agent)).toEqual([])
  })

  it('stay for staff when a customer is signed out, and change for the customer', async () => {
    const customer = await createUser('customer', 'Cuno Customer')
    const [own] = await changeTopics(customer)
    const [, staffTopic] = await changeTopics(people.agent)
    await rpc(people.admin, 'end_user_sessions', { target: customer.id })
    expect((await changeTopics(people.agent))[1]).toBe(staffTopic)
    expect(await rightsOn(own ?? '', customer)).toEqual([])
  })

  it('stay when there is no such session', async () => {
    const before = await changeTopics(people.agent)
    await rpc(people.agent, 'end_my_session', { session_id: randomUUID() })
    expect(await changeTopics(people.agent)).toEqual(before)
  })

  it('stay for staff when an agent becomes an admin', async () => {
    const agent = await createUser('agent', 'Uma Upward')
    const [, staffTopic] = await changeTopics(agent)
    await db`update public.profiles set role = 'admin' where id = ${agent.id}`
    expect((await changeTopics(agent))[1]).toBe(staffTopic)
  })
})
