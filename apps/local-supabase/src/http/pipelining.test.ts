import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'

let stack: Stack
const sockets: Socket[] = []
beforeAll(async () => {
  stack = await startStack()
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await stack?.stop()
})

const request = 'GET /healthz HTTP/1.1\r\nHost: backend\r\n\r\n'

async function open(): Promise<{ socket: Socket; closed: Promise<unknown>; text(): string }> {
  const socket = connect(Number(new URL(stack.url).port), '127.0.0.1')
  sockets.push(socket)
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  return { socket, closed, text: () => text }
}
const answers = (text: string) => text.split('HTTP/1.1 200').length - 1

it('answers requests of one connection one after the other', async () => {
  const { socket, text } = await open()
  for (let n = 1; n <= 30; n += 1) {
    socket.write(request)
    while (answers(text()) < n) await once(socket, 'data')
  }
})

it('answers a few requests that do not wait for each other', async () => {
  const { socket, text } = await open()
  socket.write(request.repeat(4))
  while (answers(text()) < 4) await once(socket, 'data')
})

it('closes connections whose requests are thousands, and serves others meanwhile', async () => {
  const floods = await Promise.all(Array.from({ length: 20 }, open))
  for (const { socket } of floods) socket.write(request.repeat(20_000))
  const start = performance.now()
  await fetch(`${stack.url}/healthz`)
  await Promise.all(floods.map(({ closed }) => closed))
  // 400,000 answers take more than a minute.
  expect(performance.now() - start).toBeLessThan(15_000)
  expect(floods.reduce((sum, { text }) => sum + answers(text()), 0)).toBeLessThan(200)
}, 60_000)
