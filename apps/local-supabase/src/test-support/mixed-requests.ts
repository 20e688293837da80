import { once } from 'node:events'
import { clientAs, createUser, type Stack } from '@helpdesk/testing/stack'
import WebSocket from 'ws'

const PARALLEL = 20

async function inParallel(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: PARALLEL }, worker))
}

/** Sends requests of all kinds, and opens sockets that join a channel and close. */
export async function createMixedRequests(stack: Stack) {
  const email = `mixed-${Date.now()}@example.com`
  await createUser(stack, { email })
  const client = await clientAs(stack, email)
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  const { data } = await client.rpc('changes_since').throwOnError()
  const [topic = ''] = data.topics as string[]
  const headers = { apikey: stack.publishableKey, authorization: `Bearer ${token}` }
  const json = { ...headers, 'content-type': 'application/json' }
  const kinds: [path: string, init: RequestInit][] = [
    ['/healthz', {}],
    ['/portal.json', {}],
    ['/rest/v1/tickets?select=id&limit=5', { headers }],
    ['/rest/v1/rpc/list_tickets', { headers: json, method: 'POST', body: '{"max_rows":5}' }],
    ['/auth/v1/user', { headers }],
    ['/auth/v1/settings', { headers }],
    ['/storage/v1/object/ticket-attachments/missing.txt', { headers }],
    ['/functions/v1/unsubscribe?token=x', {}],
    ['/missing', {}],
    ['/rest/v1/tickets?select=unknown', { headers }],
  ]

  async function request(n: number): Promise<void> {
    const [path, init] = kinds[n % kinds.length] ?? kinds[0] ?? ['/', {}]
    // Some leave before the answer.
    const signal = n % 97 === 0 ? AbortSignal.timeout(1) : null
    const sent = fetch(`${stack.url}${path}`, { ...init, signal, redirect: 'manual' })
    await sent.then((response) => response.arrayBuffer()).catch(() => {})
  }

  async function socket(): Promise<void> {
    const address = `${stack.url.replace(/^http/, 'ws')}/realtime/v1/websocket?apikey=${stack.publishableKey}&vsn=2.0.0`
    const opened = new WebSocket(address)
    await once(opened, 'open')
    const join = { access_token: token, config: { private: true } }
    opened.send(JSON.stringify(['1', '1', `realtime:${topic}`, 'phx_join', join]))
    await once(opened, 'message')
    opened.close()
    await once(opened, 'close')
  }
  return async (requests: number, sockets: number) => {
    await inParallel(requests, request)
    await inParallel(sockets, socket)
  }
}
