import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { clientAs, createUser, sql, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import WebSocket from 'ws'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.stop())

it('asks a client to connect again when its rights cannot be checked', async () => {
  await createUser(stack, { email: 'agent@example.com', role: 'agent' })
  const client = await clientAs(stack, 'agent@example.com')
  const access_token = (await client.auth.getSession()).data.session?.access_token ?? ''
  const { data } = await client.rpc('changes_since').throwOnError()
  const [topic = ''] = data.topics as string[]
  const address = `${stack.url.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${stack.publishableKey}&vsn=2.0.0`
  const socket = new WebSocket(address)
  await once(socket, 'open')
  const send = (ref: string, event: string, payload: object) =>
    socket.send(JSON.stringify(['1', ref, `realtime:${topic}`, event, payload]))
  send('1', 'phx_join', { access_token, config: { private: true } })
  const [joined]: unknown[] = await once(socket, 'message')
  expect(String(joined)).toContain('"status":"ok"')

  const received: string[] = []
  socket.on('message', (message: Buffer) => received.push(String(message)))
  const closed = once(socket, 'close')
  const db = sql(stack)
  const [backend] = await db<{ pid: number }[]>`
    select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`
  process.kill(backend?.pid ?? 0, 'SIGKILL')
  await db.end({ timeout: 0 })
  for (let ref = 2; socket.readyState === WebSocket.OPEN && ref < 40; ref += 1) {
    send(String(ref), 'access_token', { access_token })
    await sleep(20)
  }
  const [code]: unknown[] = await closed
  expect(code).toBe(1012)
  expect(received.join('\n')).not.toContain('permission')
})
