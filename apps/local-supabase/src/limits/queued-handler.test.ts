import { expect, it } from 'vitest'
import type { CallerClaims } from '../http/types'
import type { QueueKey } from './fair-queue'
import { bodyShares, queued } from './queued-handler'

const url = new URL('http://127.0.0.1:4200/storage/v1/object/a')
const tick = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A handler that responds on request of the test. A header names the caller. */
function setup() {
  const running: { name: string; end: () => void }[] = []
  const handler = queued(
    async (request) => {
      await new Promise<void>((end) => running.push({ name: request.headers.get('x-name') ?? '', end }))
      return new Response()
    },
    {
      shares: bodyShares,
      applies: (request) => request.method === 'POST',
      getClaims: async (request): Promise<CallerClaims> => ({
        role: 'authenticated',
        sub: request.headers.get('x-name') ?? '',
        raw: {},
      }),
      queueKeys: { of: async (claims): Promise<QueueKey> => ({ key: claims?.sub ?? '', rank: 'customer' }) },
    },
  )
  const ask = (name: string, method = 'POST') =>
    handler(new Request(url, { method, headers: { 'x-name': name } }), url)
  const names = () => running.map(({ name }) => name)
  return { ask, names, running }
}

it('runs six uploads of one caller at once, beside those of others', async () => {
  const { ask, names, running } = setup()
  const all = Array.from({ length: 8 }, () => ask('mallory'))
  void ask('other')
  await tick()
  expect(names()).toEqual([...Array.from({ length: 6 }, () => 'mallory'), 'other'])
  running[0]?.end()
  expect((await all[0])?.status).toBe(200)
  await tick()
  expect(names().filter((name) => name === 'mallory')).toHaveLength(7)
})

it('rejects a caller with too many waiting uploads', async () => {
  const { ask } = setup()
  for (let n = 0; n < 26; n += 1) void ask('mallory')
  await tick()
  await expect(ask('mallory')).rejects.toMatchObject({ status: 429 })
})

it('does not queue other requests', async () => {
  const { ask, names } = setup()
  for (let n = 0; n < 10; n += 1) void ask('mallory', 'GET')
  await tick()
  expect(names()).toHaveLength(10)
})
