import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, it, vi } from 'vitest'
import { freePort } from '../postgres/free-port'
import type { ConnectionLimits } from './connection-limits'
import { listen } from './listen'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Serves `/wait`, answered at the end of the test, bodies, and other paths at once. */
async function serve(limits: Partial<ConnectionLimits> = {}) {
  const port = await freePort()
  const server = await listen(port, { log: () => undefined, trustsProxy: false }, limits)
  let answer = () => undefined as void
  const waiting = new Promise<void>((resolve) => (answer = resolve))
  const upgraded: WeakRef<object>[] = []
  const respond = async (request: Request) => {
    if (request.url.endsWith('/wait')) await waiting
    return new Response(await request.text())
  }
  server.serve(respond, (_request, socket) => {
    upgraded.push(new WeakRef(socket))
    return false
  })
  ends.push(() => server.close(), answer)

  async function open(localAddress = '127.0.0.1', sent = '') {
    const socket = connect({ port, host: '127.0.0.1', localAddress, allowHalfOpen: true })
    ends.push(() => socket.destroy())
    socket.on('error', () => undefined)
    let text = ''
    socket.on('data', (part) => (text += String(part)))
    await once(socket, 'connect')
    socket.write(sent)
    // It has arrived.
    await sleep(20)
    return { socket, text: () => text }
  }
  const openAll = async (amount: number, ...[address, sent]: Parameters<typeof open>) => {
    const opened = []
    for (let n = 0; n < amount; n += 1) opened.push(await open(address, sent))
    return opened
  }
  return { open, openAll, answer, upgraded }
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`
const startedBody = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx'
const isOpen = ({ socket }: { socket: Socket }) => !socket.destroyed && !socket.readableEnded
const countOpen = (connections: { socket: Socket }[]) => connections.filter(isOpen).length

it('closes the longest idle connection of an address that has many, and none with a request', async () => {
  const { openAll, answer } = await serve({ idle: 3 })
  const busy = await openAll(4, '127.0.0.1', get('/wait'))
  const used = await openAll(3, '127.0.0.1', get('/'))
  const others = await openAll(3, '127.0.0.2')
  const fresh = await openAll(2)
  await vi.waitFor(() => expect(countOpen(used)).toBe(1))
  answer()
  await vi.waitFor(() => expect(busy.every(({ text }) => text().startsWith('HTTP/1.1 200'))).toBe(true))
  await vi.waitFor(() => expect(countOpen([...busy, ...used, ...fresh])).toBe(3))
  expect(countOpen(others)).toBe(3)
})

it('takes new connections when all are taken, for which those of the busiest address make room', async () => {
  const { open, openAll } = await serve({ all: 8 })
  const honest = await openAll(2, '127.0.0.1', get('/'))
  const many = [...(await openAll(3, '127.0.0.2')), ...(await openAll(3, '127.0.0.2', startedBody))]
  const next = await openAll(6, '127.0.0.3', get('/'))
  await vi.waitFor(() => expect(countOpen(many)).toBeLessThan(4))
  expect(countOpen(honest)).toBe(2)
  const last = await open('127.0.0.4', get('/'))
  await vi.waitFor(() => expect(last.text()).toMatch(/^HTTP\/1.1 200/))
  expect(next.every(({ text }) => text().startsWith('HTTP/1.1 200'))).toBe(true)
})

it('gives up requests that have not arrived, and none that wait for their answer', async () => {
  const { open, openAll, answer } = await serve({ all: 6 })
  const arriving = await openAll(3, '127.0.0.2', startedBody)
  const waiting = await openAll(6, '127.0.0.2', get('/wait'))
  await vi.waitFor(() => expect(countOpen(arriving)).toBe(0))
  const refused = await open('127.0.0.3', get('/'))
  expect(refused.text()).toBe('')
  await vi.waitFor(() => expect(isOpen(refused)).toBe(false))
  answer()
  await vi.waitFor(() => expect(waiting.every(({ text }) => text().startsWith('HTTP/1.1 200'))).toBe(true))
})

it('leaves a new connection time for its request while older ones bring theirs slowly', async () => {
  const { open, openAll } = await serve({ all: 4 })
  const arriving = await openAll(4, '127.0.0.1', startedBody)
  const { socket, text } = await open()
  await openAll(2, '127.0.0.1', startedBody)
  socket.write(get('/'))
  await vi.waitFor(() => expect(text()).toMatch(/^HTTP\/1.1 200/))
  expect(countOpen(arriving)).toBe(1)
})

it('closes a connection without a first byte, later one without all headers, and none with a request', async () => {
  const { openAll } = await serve({ firstByteMs: 300, headersMs: 2_500 })
  const waiting = await openAll(2, '127.0.0.1', get('/wait'))
  const begun = await openAll(2, '127.0.0.1', 'G')
  const silent = await openAll(20)
  await vi.waitFor(() => expect(countOpen(silent)).toBe(0), 2_000)
  expect(countOpen(begun)).toBe(2)
  await vi.waitFor(() => expect(countOpen(begun)).toBe(0), 4_000)
  expect(countOpen(waiting)).toBe(2)
})

const upgrade = 'GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'

it('closes a refused upgrade that its client keeps open', async () => {
  const { open } = await serve({ closeMs: 100 })
  const { socket, text } = await open('127.0.0.1', upgrade)
  await vi.waitFor(() => expect(text()).toMatch(/^HTTP\/1.1 404/))
  await sleep(400)
  const reset = vi.fn()
  socket.on('error', reset)
  await vi.waitFor(() => {
    socket.write('x')
    expect(reset).toHaveBeenCalled()
  })
})

it('keeps nothing of an upgraded connection that has closed', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const { openAll, upgraded } = await serve({ closeMs: 60_000 })
  for (const { socket } of await openAll(10, '127.0.0.1', upgrade)) socket.destroy()
  await vi.waitFor(
    () => {
      collect()
      expect(upgraded).toHaveLength(10)
      expect(upgraded.filter((socket) => socket.deref()).length).toBeLessThan(3)
    },
    { timeout: 3_000, interval: 200 },
  )
})
