import { anonClient, startStack, type Stack } from '@helpdesk/testing'
import { openWorkspace, type Member } from '@helpdesk/testing/workspace'
import type { SupabaseClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { changeTopics, inPrivate, joinChannel, soon, topicsOf, type Heard } from './api/channels'

// What a hosted project cannot promise: it does not ask the policies again before a token is renewed.
let stack: Stack
let workspace: ReturnType<typeof openWorkspace>
let customer: Member
let ticket: string
const clients: SupabaseClient[] = []
beforeAll(async () => {
  // A real server makes those wait who try in vain; that it does so is a case of api/realtime-frames.test.ts.
  stack = await startStack({ env: { HELPDESK_REALTIME_LIMITS: 'refusalMs=1' } })
  workspace = openWorkspace(stack)
}, 90_000)
afterAll(async () => {
  await workspace?.db.end()
  await stack?.stop()
})
beforeEach(async () => {
  customer = await workspace.newMember('Cleo Customer')
  ticket = await workspace.newTicket(customer)
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.realtime.disconnect()
})

async function signIn(member: Member): Promise<SupabaseClient> {
  const client = await workspace.clientOf(member)
  clients.push(client)
  return client
}
const staffRoom = (name: string) => ({ ...inPrivate, presence: { key: name } })
const eventsOf = ({ events }: Heard) => events.map(({ event }) => event)

it('serves only private channels by default', async () => {
  const client = await signIn(customer)
  expect((await joinChannel(client, 'room')).statuses[0]).toBe(
    'CHANNEL_ERROR: PrivateOnly: This project only allows private channels',
  )
})

describe('a joined channel', () => {
  it('ends with the role, even while colleagues have not left its topic', async () => {
    const leaver = await workspace.newMember('Lou Leaver', 'agent')
    const [client, colleague, writer] = [
      await signIn(leaver),
      await signIn(await workspace.newMember('Ada Agent', 'agent')),
      await signIn(customer),
    ]
    const rooms = await topicsOf(client, ticket)
    const lost = [
      await joinChannel(client, rooms.staff, staffRoom('Lou')),
      await joinChannel(client, rooms.public, inPrivate),
    ] as const
    const staying = await joinChannel(colleague, rooms.staff, staffRoom('Ada'))
    const open = await joinChannel(writer, rooms.public, inPrivate)
    await staying.channel.track({ name: 'Ada Agent' })
    await soon(() => expect(lost[0].present()).toEqual(['Ada']))
    await lost[1].channel.send({ type: 'broadcast', event: 'before', payload: {} })
    await soon(() => expect(eventsOf(open)).toEqual(['before']))

    await workspace.db`update public.profiles set role = 'customer' where id = ${leaver.id}`
    await soon(() => expect(lost.map(({ channel }) => channel.state)).toEqual(['closed', 'closed']))
    await staying.channel.send({ type: 'broadcast', event: 'writing', payload: { name: 'Ada Agent' } })
    await staying.channel.untrack()
    await open.channel.send({ type: 'broadcast', event: 'writing', payload: { side: 'customer' } })
    // Frames arrive in order: nothing came before this refusal.
    expect((await joinChannel(client, 'anything else', inPrivate)).statuses[0]).toMatch(/Unauthorized/)
    expect(lost.map(eventsOf)).toEqual([[], []])
    expect(eventsOf(open)).toEqual(['before'])
    for (const topic of [rooms.staff, rooms.public])
      expect((await joinChannel(client, topic, inPrivate)).statuses[0]).toMatch(/Unauthorized/)
  })

  it('receives no change that began before the role was lost and commits later', async () => {
    const leaver = await workspace.newMember('Lou Leaver', 'agent')
    const [client, colleague] = [
      await signIn(leaver),
      await signIn(await workspace.newMember('Ada Agent', 'agent')),
    ]
    const [, topic = ''] = await changeTopics(client)
    const lost = await joinChannel(client, topic, inPrivate)
    const staying = await joinChannel(colleague, topic, inPrivate)
    const slow = postgres(stack.databaseUrl, { max: 1, onnotice: () => {} })
    await slow.begin(async (tx) => {
      await tx`update public.tickets set priority = 'urgent' where id = ${ticket}`
      // As a hint that named its topic before.
      await tx`select realtime.send('{"ids": []}', 'late', ${topic}, true)`
      await workspace.db`update public.profiles set role = 'customer' where id = ${leaver.id}`
    })
    await slow.end()
    await soon(() => expect(eventsOf(staying)).toContain('late'))
    await soon(() => expect(lost.channel.state).toBe('closed'))
    expect(eventsOf(lost)).toEqual(['moved'])
  })

  it('ends when its user signs out on that device, and stays on another', async () => {
    const client = await signIn(customer)
    const other = await signIn(customer)
    const { public: room } = await topicsOf(client, ticket)
    const [left, kept] = [
      await joinChannel(client, room, inPrivate),
      await joinChannel(other, room, inPrivate),
    ]
    // A stolen token: the page itself would have left.
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const thief = anonClient(stack)
    clients.push(thief)
    await thief.realtime.setAuth(token)
    const stolen = await joinChannel(thief, room, inPrivate)
    expect(stolen.statuses).toEqual(['SUBSCRIBED'])
    await fetch(`${stack.url}/auth/v1/logout?scope=local`, {
      method: 'POST',
      headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}` },
    })
    await soon(() => expect([left, stolen].map(({ channel }) => channel.state)).toEqual(['closed', 'closed']))
    const agent = await signIn(await workspace.newMember('Ada Agent', 'agent'))
    const sender = await joinChannel(agent, (await topicsOf(agent, ticket)).public, inPrivate)
    await sender.channel.send({ type: 'broadcast', event: 'writing', payload: { side: 'support' } })
    await soon(() => expect(eventsOf(kept)).toEqual(['writing']))
    expect([left, stolen].map(eventsOf)).toEqual([[], []])
  })

  it('ends for the former customer of a ticket', async () => {
    const client = await signIn(customer)
    const agent = await signIn(await workspace.newMember('Ada Agent', 'agent'))
    const { public: room } = await topicsOf(client, ticket)
    const [former, staying] = [
      await joinChannel(client, room, inPrivate),
      await joinChannel(agent, room, inPrivate),
    ]
    const next = await workspace.newMember('Cora Customer')
    await workspace.db`update public.tickets set customer_id = ${next.id} where id = ${ticket}`
    await soon(() => expect(former.channel.state).toBe('closed'))
    await staying.channel.send({ type: 'broadcast', event: 'writing', payload: { side: 'support' } })
    // Frames arrive in order: nothing came before this refusal.
    expect((await joinChannel(client, 'anything else', inPrivate)).statuses[0]).toMatch(/Unauthorized/)
    expect(former.events).toEqual([])
  })
})
