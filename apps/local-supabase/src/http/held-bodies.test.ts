import { once } from 'node:events'
import { request, type ClientRequest } from 'node:http'
import { clientAs, createUser, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createHeldBodies } from './held-bodies'

it('shares its memory among senders, and always leaves some', () => {
  const hold = createHeldBodies(1_200_000)
  const take = (sender: string, bytes: number) => hold(sender).add(bytes + 16 * 1024)
  take('one', 600_000)
  expect(() => take('one', 1)).toThrow('busy')
  take('two', 300_000)
  expect(() => take('two', 1)).toThrow('busy')
  take('three', 150_000)
  take('one', 0)
})

it('has the room again when a body is released', () => {
  const hold = createHeldBodies(1_000_000)
  for (let n = 0; n < 10; n += 1) {
    const body = hold('one')
    body.add(400_000)
    expect(body.isNearlyFull()).toBe(false)
    body.add(80_000)
    expect(body.isNearlyFull()).toBe(true)
    body.release()
    expect(body.isNearlyFull()).toBe(false)
  }
})

// Other systems have one loopback address.
describe.runIf(process.platform === 'linux')(
  'an address whose unfinished bodies take all that it may',
  () => {
    const megabyte = 1024 * 1024
    const large = 'x'.repeat(3 * megabyte)
    const stalled: ClientRequest[] = []
    let stack: Stack
    const refusals: number[] = []

    function post(localAddress: string, path: string, headers = {}, length = 5 * megabyte): ClientRequest {
      const sent = request(`${stack.url}${path}`, {
        method: 'POST',
        localAddress,
        headers: {
          apikey: stack.publishableKey,
          'content-type': 'application/json',
          'content-length': length,
          ...headers,
        },
      })
      sent.on('error', () => undefined)
      return sent
    }
    async function answerTo(sent: ClientRequest, body: string): Promise<number | undefined> {
      sent.end(body)
      const [response] = (await once(sent, 'response')) as [{ statusCode?: number; resume(): void }]
      response.resume()
      return response.statusCode
    }
    const whole = (localAddress: string, headers = {}) => {
      const body = JSON.stringify({ text: large })
      return answerTo(post(localAddress, '/rest/v1/rpc/missing', headers, body.length), body)
    }

    /** Begins a body that does not end. */
    function stall(part: Buffer): ClientRequest {
      const sent = post('127.0.0.2', '/rest/v1/rpc/missing')
      sent.on('response', ({ statusCode = 0 }) => refusals.push(statusCode))
      sent.write(part)
      stalled.push(sent)
      return sent
    }

    beforeAll(async () => {
      stack = await startStack()
      await createUser(stack, { email: 'someone@example.com' })
      // A few at once: of many, a busy machine reads some so late that those before them have ended already, as stalled
      // bodies do (408) while there is little room.
      const part = Buffer.alloc(4.9 * megabyte)
      while (!refusals.includes(503) && stalled.length < 200) {
        for (let n = 0; n < 5; n += 1) stall(part)
        const unread = () => stalled.filter(({ writableLength }) => writableLength > 0)
        await vi.waitUntil(() => unread().length <= refusals.length, 10_000)
      }
      for (let n = 0; n < 10; n += 1) stall(part)
      await vi.waitFor(() => expect(refusals.length).toBeGreaterThan(5), 10_000)
    }, 60_000)
    afterAll(async () => {
      for (const sent of stalled) sent.destroy()
      await stack?.stop()
    })

    it('is refused more', () => {
      expect(refusals).toContain(503)
      expect(refusals.filter((status) => status !== 503 && status !== 408)).toEqual([])
    })

    it('keeps no other address from sending', async () => {
      expect(await whole('127.0.0.1')).toBe(404)
    })

    it('keeps nobody from signing in, and no account of the same address from sending', async () => {
      const client = await clientAs(stack, 'someone@example.com')
      const token = (await client.auth.getSession()).data.session?.access_token ?? ''
      expect(await whole('127.0.0.2', { authorization: `Bearer ${token}` })).toBe(404)
      const path = `/storage/v1/object/ticket-attachments/x/${crypto.randomUUID()}.txt`
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' }
      // Read to its end, though nothing may be stored there.
      expect(await answerTo(post('127.0.0.2', path, headers, large.length), large)).not.toBe(503)
    })

    it('has room again soon, because what is stalled ends early', async () => {
      await vi.waitFor(async () => expect(await whole('127.0.0.2')).toBe(404), {
        timeout: 8_000,
        interval: 500,
      })
    }, 10_000)
  },
)
