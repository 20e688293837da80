import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { changeTopics, inPrivate, joinChannel, soon, topicsOf, waitForDatabase } from './channels'
import { openWorkspace, type Workspace } from './workspace'
import type { Person } from './project'

let workspace: Workspace
let admin: SupabaseClient
const clients: SupabaseClient[] = []
beforeAll(async () => {
  workspace = await openWorkspace()
  admin = await workspace.target.signIn(await workspace.target.createPerson('admin'))
  clients.push(workspace.customer, workspace.agent, workspace.agent2)
  const [own = ''] = await changeTopics(workspace.customer)
  await waitForDatabase(workspace.customer, own, () =>
    workspace.agent.rpc('send_reply', { ticket_id: workspace.ids[3], content: 'Is anybody there?' }),
  )
}, 120_000)
afterAll(async () => {
  await Promise.all(clients.map((client) => client.realtime.disconnect()))
  await workspace?.target.close()
})

afterEach(async () => {
  for (const client of clients) await client.removeAllChannels()
})

const done = async (call: PromiseLike<{ error: unknown }>) => expect((await call).error).toBeNull()

/** Joins every topic that the agent may, with presence in the room of staff. */
async function joinAll(client: SupabaseClient) {
  const [own = '', everything = ''] = await changeTopics(client)
  const rooms = await topicsOf(client, workspace.ids[0] ?? '')
  return {
    own: await joinChannel(client, own, inPrivate),
    workspace: await joinChannel(client, everything, inPrivate),
    open: await joinChannel(client, rooms.public, inPrivate),
    staff: await joinChannel(client, rooms.staff, { ...inPrivate, presence: { key: 'Lou' } }),
  }
}

const losses: [string, (person: Person, client: SupabaseClient) => Promise<void>][] = [
  ['loses the role', ({ id }) => done(admin.rpc('set_user_role', { target: id, new_role: 'customer' }))],
  ['is deactivated', ({ id }) => done(admin.rpc('set_user_active', { target: id, active: false }))],
  ['is signed out by an admin', ({ id }) => done(admin.rpc('end_user_sessions', { target: id }))],
  [
    'is signed out from another device',
    async (person, client) => {
      const other = await workspace.target.signIn(person)
      const sessions = (await client.rpc('list_my_sessions')).data as { id: string; is_current: boolean }[]
      const current = sessions.find(({ is_current }) => is_current)
      await done(other.rpc('end_my_session', { session_id: current?.id }))
    },
  ],
]

describe('the joined channels of an agent', () => {
  it.each(losses)('receive and send nothing more, once the agent %s', async (_, lose) => {
    const leaver = await workspace.target.createPerson('agent', 'Lou Leaver')
    const client = await workspace.target.signIn(leaver)
    clients.push(client)
    const former = await joinAll(client)
    const [, customers = ''] = await changeTopics(workspace.customer)
    const told = await joinChannel(workspace.customer, customers, inPrivate)
    await lose(leaver, client)

    await soon(() => expect(told.events.map(({ event }) => event)).toEqual(['moved']))
    const current = await joinAll(workspace.agent)
    const customer = await joinChannel(
      workspace.customer,
      (await topicsOf(workspace.customer, workspace.ids[0] ?? '')).public,
      inPrivate,
    )
    expect(customer.channel.topic).toBe(current.open.channel.topic)
    for (const { channel } of Object.values(former))
      if (channel.state === 'joined')
        await channel.send({ type: 'broadcast', event: 'forged', payload: { side: 'support' } })
    await current.staff.channel.track({ name: 'Ada Agent' })
    await current.staff.channel.send({ type: 'broadcast', event: 'writing', payload: { name: 'Ada Agent' } })
    await customer.channel.send({ type: 'broadcast', event: 'writing', payload: { side: 'customer' } })
    await done(
      workspace.agent.rpc('send_reply', {
        ticket_id: workspace.ids[0],
        content: 'A word',
        is_internal: true,
      }),
    )
    await soon(() => {
      expect(current.open.events.map(({ event }) => event)).toEqual(['writing'])
      expect(current.workspace.events.map(({ event }) => event)).toEqual(['changed'])
    })
    expect(customer.events).toEqual([])
    for (const { events, present } of Object.values(former)) {
      expect(events.map(({ event }) => event).filter((event) => event !== 'moved')).toEqual([])
      expect(present()).toEqual([])
    }
  })
})
