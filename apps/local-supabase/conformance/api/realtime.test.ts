import type { RealtimeChannel, RealtimeChannelOptions, SupabaseClient } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { changeTopics, inPrivate, joinChannel, soon, topicsOf, waitForDatabase } from './channels'
import { openWorkspace, type Workspace } from './workspace'

let workspace: Workspace
beforeAll(async () => {
  workspace = await openWorkspace()
  const [own = ''] = await changeTopics(workspace.customer)
  await waitForDatabase(workspace.customer, own, () =>
    workspace.agent.rpc('send_reply', { ticket_id: workspace.ids[3], content: 'Is anybody there?' }),
  )
}, 120_000)
afterAll(async () => {
  await Promise.all(
    [workspace?.anon, workspace?.customer, workspace?.other, workspace?.agent, workspace?.agent2].map(
      (client) => client?.realtime.disconnect(),
    ),
  )
  await workspace?.target.close()
})

const opened: [SupabaseClient, RealtimeChannel][] = []
afterEach(async () => {
  for (const [client, channel] of opened.splice(0))
    if (client.realtime.isConnected()) await client.removeChannel(channel)
})

async function join(client: SupabaseClient, topic: string, config: RealtimeChannelOptions['config'] = {}) {
  const heard = await joinChannel(client, topic, config)
  opened.push([client, heard.channel])
  return heard
}
const topics = (client: SupabaseClient, id = workspace.ids[0]) => topicsOf(client, id ?? '')

/** Tokens of the same second are the same token, and the client sends a token once. */
async function renewToken(client: SupabaseClient): Promise<void> {
  const former = (await client.auth.getSession()).data.session?.access_token
  await vi.waitFor(
    async () => expect((await client.auth.refreshSession()).data.session?.access_token).not.toBe(former),
    { timeout: 10_000, interval: 300 },
  )
  await client.realtime.setAuth()
}

describe('public channels', () => {
  it('pass broadcasts to the others, with text of any language', async () => {
    const topic = `room:${randomUUID()}`
    const [one, two] = [await join(workspace.customer, topic), await join(workspace.agent, topic)]
    await one.channel.send({ type: 'broadcast', event: 'größe', payload: { text: '日本語 🙂' } })
    await soon(() => expect(two.events).toEqual([{ event: 'größe', payload: { text: '日本語 🙂' } }]))
    expect(one.events).toEqual([])
  })

  it('acknowledge broadcasts and send them back when asked to', async () => {
    const echo = await join(workspace.customer, `room:${randomUUID()}`, {
      broadcast: { ack: true, self: true },
    })
    expect(await echo.channel.send({ type: 'broadcast', event: 'ping', payload: { n: 1 } })).toBe('ok')
    await soon(() => expect(echo.events).toEqual([{ event: 'ping', payload: { n: 1 } }]))
  })

  it('end with leave, and can be joined again', async () => {
    const topic = `room:${randomUUID()}`
    // An answered broadcast is not still on its way when the other joins again.
    const one = await join(workspace.customer, topic, { broadcast: { ack: true } })
    const two = await join(workspace.agent, topic)
    expect(await workspace.agent.removeChannel(two.channel)).toBe('ok')
    await one.channel.send({ type: 'broadcast', event: 'unheard', payload: {} })
    const again = await join(workspace.agent, topic)
    await one.channel.send({ type: 'broadcast', event: 'heard', payload: {} })
    await soon(() => expect(again.events.map(({ event }) => event)).toEqual(['heard']))
    expect(two.events).toEqual([])
  })

  it('pass binary payloads', async () => {
    const topic = `room:${randomUUID()}`
    const [one, two] = [await join(workspace.customer, topic), await join(workspace.agent, topic)]
    const bytes = new Uint8Array([0, 255, 7]).buffer
    await one.channel.send({ type: 'broadcast', event: 'bytes', payload: bytes })
    await soon(() => expect(two.events).toHaveLength(1))
    expect(Buffer.from(two.events[0]?.payload as unknown as ArrayBuffer)).toEqual(Buffer.from(bytes))
  })
})

describe('presence', () => {
  async function enter(client: SupabaseClient, topic: string, key: string) {
    const channel = client.channel(topic, { config: { private: true, presence: { key } } })
    opened.push([client, channel])
    channel.on('presence', { event: 'sync' }, () => undefined)
    await new Promise<void>((resolve) => channel.subscribe(() => resolve()))
    await channel.track({ name: key })
    return { channel, keys: () => Object.keys(channel.presenceState()).sort() }
  }

  it('shows who is there, who comes and who goes, also without a goodbye', async () => {
    const { staff } = await topics(workspace.agent)
    const ada = await enter(workspace.agent, staff, 'ada')
    const ben = await enter(workspace.agent2, staff, 'ben')
    await soon(() =>
      expect([ada.keys(), ben.keys()]).toEqual([
        ['ada', 'ben'],
        ['ada', 'ben'],
      ]),
    )
    expect(ada.channel.presenceState().ben).toMatchObject([{ name: 'ben' }])
    // The answer: the client does without when its socket is closed.
    expect(await ben.channel.untrack()).toBe('ok')
    await soon(() => expect(ada.keys()).toEqual(['ada']))
    await ben.channel.track({ name: 'ben' })
    await soon(() => expect(ada.keys()).toEqual(['ada', 'ben']))
    await workspace.agent2.realtime.disconnect()
    await soon(() => expect(ada.keys()).toEqual(['ada']))
  })
})

describe('private channels', () => {
  it('are joined by those whom the policies let in', async () => {
    const { public: open, staff } = await topics(workspace.agent)
    const outcome = async (client: SupabaseClient, topic: string) =>
      (await join(client, topic, inPrivate)).statuses[0]
    expect(await outcome(workspace.agent, staff)).toBe('SUBSCRIBED')
    expect(await outcome(workspace.customer, open)).toBe('SUBSCRIBED')
    // Each client waits five seconds for its refusal.
    const refused = [
      [workspace.customer, staff],
      [workspace.other, open],
      [workspace.anon, open],
      [workspace.agent, 'anything else'],
    ] as const
    expect(await Promise.all(refused.map(([client, topic]) => outcome(client, topic)))).toEqual(
      refused.map(
        ([, topic]) =>
          `CHANNEL_ERROR: Unauthorized: You do not have permissions to read from this Channel topic: ${topic}`,
      ),
    )
  })

  it('are not the public channels of the same name', async () => {
    const { public: open } = await topics(workspace.agent)
    const [inside, outside] = [
      await join(workspace.agent, open, inPrivate),
      await join(workspace.other, open),
    ]
    const sender = await join(workspace.customer, open, inPrivate)
    await outside.channel.send({ type: 'broadcast', event: 'forged', payload: {} })
    await sender.channel.send({ type: 'broadcast', event: 'genuine', payload: {} })
    await soon(() => expect(inside.events.map(({ event }) => event)).toEqual(['genuine']))
    expect(outside.events).toEqual([])
  })

  it('pass broadcasts of those alone who may send', async () => {
    const [own = ''] = await changeTopics(workspace.customer)
    const heard = await join(workspace.customer, own, { ...inPrivate, broadcast: { self: true } })
    await heard.channel.send({ type: 'broadcast', event: 'forged', payload: {} })
    await workspace.agent.rpc('send_reply', { ticket_id: workspace.ids[0], content: 'We are on it.' })
    await soon(() => expect(heard.events.map(({ event }) => event)).toContain('changed'))
    expect(heard.events.map(({ event }) => event)).not.toContain('forged')
  })
})

describe('messages of the database', () => {
  it('arrive when their transaction commits, with ids of tickets alone', async () => {
    const [own = ''] = await changeTopics(workspace.customer)
    const [, everything = ''] = await changeTopics(workspace.agent)
    const [customer, agent] = [
      await join(workspace.customer, own, inPrivate),
      await join(workspace.agent, everything, inPrivate),
    ]
    const [id] = workspace.ids
    await workspace.agent.rpc('send_reply', {
      ticket_id: id,
      content: 'A remark among colleagues',
      is_internal: true,
    })
    const hint = { event: 'changed', payload: { ids: [id], id: expect.any(String) } }
    await soon(() => expect(agent.events).toEqual([hint]))
    await workspace.customer
      .from('comments')
      .insert({ ticket_id: id, user_id: workspace.customerId, content: 'Any news?' })
    await soon(() => expect(customer.events).toEqual([hint]))
  })

  it('tell everybody when topics get other names, and the former ones are silent', async () => {
    const leaver = await workspace.target.createPerson('agent')
    const client = await workspace.target.signIn(leaver)
    const admin = await workspace.target.signIn(await workspace.target.createPerson('admin'))
    const [, former = ''] = await changeTopics(client)
    const heard = await join(client, former, inPrivate)
    const { error } = await admin.rpc('set_user_role', { target: leaver.id, new_role: 'customer' })
    expect(error).toBeNull()
    const names = () => heard.events.map(({ event }) => event)
    await soon(() => expect(names()).toContain('moved'))
    const [, current = ''] = await changeTopics(workspace.agent)
    const colleague = await join(workspace.agent, current, inPrivate)
    await workspace.customer
      .from('comments')
      .insert({ ticket_id: workspace.ids[0], user_id: workspace.customerId, content: 'Hello?' })
    await soon(() => expect(colleague.events.map(({ event }) => event)).toEqual(['changed']))
    // The channel stays until its token is renewed; only `moved` is sent to it.
    expect(names().filter((name) => name !== 'moved')).toEqual([])
    expect((await join(client, current, inPrivate)).statuses[0]).toMatch(/Unauthorized/)
    await client.realtime.disconnect()
  })
})

describe('a renewed token', () => {
  it('keeps the channel; one that lost its rights ends it', async () => {
    const leaver = await workspace.target.createPerson('agent')
    const client = await workspace.target.signIn(leaver)
    const { staff } = await topics(client)
    const heard = await join(client, staff, inPrivate)
    const sender = await join(workspace.agent, staff, inPrivate)
    await renewToken(client)
    await sender.channel.send({ type: 'broadcast', event: 'still here', payload: {} })
    await soon(() => expect(heard.events.map(({ event }) => event)).toEqual(['still here']))
    const admin = await workspace.target.signIn(await workspace.target.createPerson('admin'))
    await admin.rpc('set_user_role', { target: leaver.id, new_role: 'customer' })
    await renewToken(client)
    await soon(() => expect(heard.statuses.at(-1)).toBe('CLOSED'))
    await client.realtime.disconnect()
  })
})
