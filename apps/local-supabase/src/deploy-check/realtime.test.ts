import { createServer } from 'node:http'
import { sql, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { WebSocketServer } from 'ws'
import { decodeFrame, encodeFrame } from '../realtime/frames'
import { readSettings } from '../settings'
import type { Target } from './project'
import { checkRealtime } from './realtime'

let stack: Stack
let complete: Target
const closes: (() => void)[] = []
beforeAll(async () => {
  // Real servers let those wait whom they refuse.
  stack = await startStack({ env: { HELPDESK_REALTIME_LIMITS: 'refusalMs=1' } })
  const { url, publishableKey, databaseUrl } = stack
  complete = { url, publishableKey, databaseUrl, supabaseDir: readSettings({}).supabaseDir }
}, 90_000)
afterEach(() => {
  for (const close of closes.splice(0)) close()
})
afterAll(() => stack?.stop())

/** Starts a realtime server that answers each join with a reason, '' for a joined channel. */
async function serveRealtime(reasonFor: (topic: string) => string): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(404).end())
  const sockets = new WebSocketServer({ server })
  sockets.on('connection', (socket) =>
    socket.on('message', (data: Buffer) => {
      const frame = decodeFrame(data, false)
      const reason = reasonFor(frame.topic)
      const payload = reason ? { status: 'error', response: { reason } } : { status: 'ok', response: {} }
      socket.send(encodeFrame('2.0.0', { ...frame, event: 'presence_state', payload: {} }))
      socket.send(encodeFrame('2.0.0', { ...frame, event: 'phx_reply', payload }))
    }),
  )
  closes.push(() => (sockets.close(), server.close()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

async function linesOf(target: Target): Promise<string[]> {
  const found = await checkRealtime(target)
  return found.map(({ state, what, todo }) => `${state}: ${what}${todo ? ` → ${todo}` : ''}`)
}

describe('the realtime part of deploy:check', () => {
  it('finds nothing missing in a project with the migrations', async () => {
    expect(await linesOf(complete)).toEqual([
      'ok: Public channels are off',
      'ok: Private channels refuse visitors',
      'ok: All 2 policies on realtime.messages are there',
      expect.stringMatching(/^unknown: The limits of Realtime cannot be seen → Dashboard/),
    ])
  })

  it('compares no policies without a connection to the database', async () => {
    expect(await linesOf({ ...complete, databaseUrl: undefined })).toContain(
      'unknown: The policies on realtime.messages → Add --db-url postgresql://… to compare them.',
    )
  })

  it('reports channels that visitors can join', async () => {
    const url = await serveRealtime(() => '')
    expect((await linesOf({ ...complete, url })).slice(0, 2)).toEqual([
      expect.stringMatching(/^missing: Public channels are on.*Allow public access/),
      expect.stringMatching(/^missing: A private channel lets visitors in/),
    ])
  })

  it('judges no refusal with another reason', async () => {
    const url = await serveRealtime(() => 'TooManyJoins: Too many joins per second')
    for (const line of (await linesOf({ ...complete, url })).slice(0, 2))
      expect(line).toMatch(/^unknown: A channel answers: TooManyJoins/)
  })

  it('reports a project without realtime', async () => {
    const nobody = createServer((_request, response) => response.writeHead(404).end())
    closes.push(() => nobody.close())
    await new Promise<void>((resolve) => nobody.listen(0, '127.0.0.1', resolve))
    const address = nobody.address()
    const port = typeof address === 'object' && address ? address.port : 0
    expect((await linesOf({ ...complete, url: `http://127.0.0.1:${port}` }))[0]).toMatch(
      /^missing: Realtime does not answer \(Unexpected server response: 404\) → Check that it is on/,
    )
  })

  it('reports a missing policy and one that the migrations do not create', async () => {
    const db = sql(stack)
    const rename = (from: string, to: string) =>
      db.unsafe(`alter policy ${from} on realtime.messages rename to ${to}`)
    await rename('messages_insert_joined', 'let_everybody_in')
    const found = await linesOf(complete)
    await rename('let_everybody_in', 'messages_insert_joined')
    await db.end()
    expect(found).toContain(
      'missing: Policies on realtime.messages: messages_insert_joined → supabase db push --remote',
    )
    expect(found).toContainEqual(
      expect.stringMatching(/^missing: Policies .* this checkout lacks: let_everybody_in/),
    )
  })
})
