import { beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { type Actor, actors, cell, realtime } from '../../../matrix'
import { db, stack } from '../../support/world'
import { type Desk, makeDesk, type Troupe, troupe } from './desk'
import { retireAfterwards } from '../support/retire'
import { forgedToken } from '../support/tokens'

retireAfterwards()

let people: Troupe
let desk: Desk
beforeAll(async () => {
  people = await troupe()
  desk = await makeDesk(people)
})

const tokenOf = async (actor: Actor) => {
  if (actor === 'foreign') return forgedToken({ sub: people.ids.foreign, role: 'authenticated' })
  return (await people.clients[actor].auth.getSession()).data.session?.access_token ?? stack.publishableKey
}

/** How a plain WebSocket to realtime ends. */
const knock = (token: string) =>
  new Promise<string>((resolve) => {
    const address = `${stack.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${stack.publishableKey}&vsn=2.0.0&token=${token}`
    const socket = new WebSocket(address)
    socket.on('open', () => (resolve('open'), socket.terminate()))
    socket.on('unexpected-response', (_, { statusCode }) => (resolve(`${statusCode}`), socket.terminate()))
    socket.on('error', (error) => resolve(error.message))
  })

describe.each(Object.entries(realtime))('%s', (endpoint, cells) => {
  it.each(actors)('refuses %s', async (actor) => {
    expect(cell(cells, actor)).toBe('-')
    const [method = '', path = ''] = endpoint.split(' ')
    const token = await tokenOf(actor)
    const { status } = await fetch(`${stack.url}${path}`, {
      method,
      headers: { apikey: stack.publishableKey, authorization: `Bearer ${token}` },
      body:
        method === 'POST'
          ? JSON.stringify({ messages: [{ topic: desk.ticket, event: 'x', payload: {} }] })
          : null,
    })
    expect(status).toBe(501)
    if (path.endsWith('websocket')) expect(await knock(token)).toBe('501')
  })
})

describe('an unmodified client', () => {
  it.each(actors)(
    'hears nothing as %s: neither public nor private topics, nor changes of tables',
    async (actor) => {
      const client = people.clients[actor]
      const heard: unknown[] = []
      const states: string[] = []
      const told = (event: unknown) => void heard.push(event)
      const channels = [
        client.channel(`ticket:${desk.ticket}`).on('broadcast', { event: '*' }, told),
        client
          .channel(`ticket:${desk.ticket}:private`, { config: { private: true } })
          .on('broadcast', { event: '*' }, told),
        client
          .channel('all')
          .on('postgres_changes', { event: '*', schema: 'public', table: 'tickets' }, told),
      ]
      await Promise.all(
        channels.map(
          (channel) =>
            new Promise<void>((done) => {
              channel.subscribe((state) => (states.push(state), done()), 1_500)
            }),
        ),
      )
      await db`update public.tickets set priority = 'urgent' where id = ${desk.ticket}`
      await db`update public.tickets set priority = 'low' where id = ${desk.ticket}`
      await new Promise((done) => setTimeout(done, 200))
      await client.removeAllChannels()
      expect(states).not.toContain('SUBSCRIBED')
      expect(states.length).toBeGreaterThanOrEqual(channels.length)
      expect(heard).toEqual([])
    },
  )
})

it('no table is published, and nothing waits in the database to be broadcast', async () => {
  expect(await db`select 1 from pg_publication_tables`).toEqual([])
  expect(await db`select 1 from pg_replication_slots`).toEqual([])
})
