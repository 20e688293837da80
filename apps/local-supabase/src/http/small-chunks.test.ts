import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { freePort } from '../postgres/free-port'
import { readAtMost } from './body-limit'
import { listen } from './listen'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

/** Serves `/read`, which reads at most 1,000 bytes and drains the rest, `/late`, which never reads, and answers others. */
async function serve() {
  const port = await freePort()
  const server = await listen(port, { log: () => undefined, trustsProxy: false })
  const lengths: (number | undefined)[] = []
  const read: Promise<unknown>[] = []
  server.serve(async (request) => {
    if (request.url.endsWith('/late')) await sleep(1_000)
    if (!request.url.endsWith('/read')) return new Response('answered')
    const body = readAtMost(request, 1_000)
    read.push(body.catch((error: unknown) => error))
    lengths.push((await body)?.byteLength)
    return new Response('read')
  })
  ends.push(() => server.close())
  return { port, lengths, read }
}

const start = (path: string, header: string) => `POST ${path} HTTP/1.1\r\nHost: a\r\n${header}\r\n\r\n`
const chunked = 'Transfer-Encoding: chunked'
const chunk = (bytes: number) => `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`

/** Sends parts, each when the one before is with the system. @returns what the server answered before it closed */
async function send(port: number, parts: string[], pause = 0): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  ends.push(() => socket.destroy())
  let text = ''
  socket.on('data', (data) => (text += String(data)))
  socket.on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await once(socket, 'connect')
  socket.setNoDelay(true)
  for (const part of parts) {
    if (socket.destroyed) break
    if (!socket.write(part)) await Promise.race([once(socket, 'drain'), closed])
    if (pause) await sleep(pause)
  }
  await Promise.race([closed, sleep(3_000)])
  return `${text}${socket.destroyed ? ' closed' : ''}`
}
const times = (amount: number, part: string) => Array.from({ length: amount }, () => part)

it('refuses a body in chunks of one byte, and reads no more of it', async () => {
  const { port, read } = await serve()
  const begun = process.cpuUsage()
  const answer = await send(port, [start('/read', chunked), ...times(300, chunk(1).repeat(1_000))])
  const { user } = process.cpuUsage(begun)
  expect(answer).toMatch(/^(HTTP\/1.1 400 .*)? closed$/s)
  expect(await read[0]).toMatchObject({ status: 400, code: 'body_broken_off' })
  // Read to its end, it takes 8 s.
  expect(user).toBeLessThan(1_500_000)
})

it.each([
  ['that is drained', '/read', chunk(60_000)],
  ['that nobody reads yet', '/late', chunk(10)],
])('refuses a body %s in tiny chunks', async (_name, path, first) => {
  const { port } = await serve()
  const answer = await send(port, [start(path, chunked), first, ...times(20, chunk(1).repeat(1_000))])
  expect(answer).toMatch(/^(HTTP\/1.1 400 .*)? closed$/s)
})

it('refuses a body of known length in packets of one byte', async () => {
  const { port } = await serve()
  const answer = await send(port, [start('/read', 'Content-Length: 900000'), ...times(1_500, 'x')], 1)
  expect(answer).toMatch(/^(HTTP\/1.1 400 .*)? closed$/s)
})

it('closes the connection of a body in tiny chunks after its answer', async () => {
  const { port } = await serve()
  const parts = [start('/', chunked), ...times(20, chunk(1).repeat(1_000))]
  expect(await send(port, parts, 5)).toMatch(/closed$/)
})

it.each([
  ['a small body in chunks of one byte', [chunk(1).repeat(900), '0\r\n\r\n'], 900],
  ['lines of 80 bytes', [...times(200, chunk(80).repeat(10)), '0\r\n\r\n'], undefined],
  ['1 KB at a time', [...times(40, chunk(1024)), '0\r\n\r\n'], undefined],
])('reads %s', async (_name, parts, length) => {
  const { port, lengths } = await serve()
  const answer = await send(port, [start('/read', `${chunked}\r\nConnection: close`), ...parts], 2)
  expect(answer).toMatch(/^HTTP\/1.1 200 .*read/s)
  expect(lengths).toEqual([length])
})
