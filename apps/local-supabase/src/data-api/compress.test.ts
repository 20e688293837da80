import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { compressed } from './compress'

const rows = JSON.stringify(Array.from({ length: 50 }, (_, id) => ({ id, subject: 'The scanner is broken' })))
const answer = (body: string | null, encoding = 'gzip, deflate, br', headers: Record<string, string> = {}) =>
  compressed(
    new Request('http://127.0.0.1/rest/v1/rpc/list_tickets', { headers: { 'accept-encoding': encoding } }),
    new Response(body, { status: 206, headers: { 'content-range': '0-49/*', ...headers } }),
  )

it('compresses rows and keeps status and headers', async () => {
  const response = await answer(rows)
  expect(response.status).toBe(206)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-encoding': 'gzip',
    'content-range': '0-49/*',
    vary: 'accept-encoding',
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  expect(bytes.length).toBeLessThan(rows.length / 4)
  expect(gunzipSync(bytes).toString()).toBe(rows)
})

it('sends small answers as they are', async () => {
  const response = await answer('[{"id":1}]')
  expect(response.headers.get('content-encoding')).toBeNull()
  expect(await response.text()).toBe('[{"id":1}]')
})

it.each(['identity', 'gzip;q=0', ''])(
  'does not compress for a client that accepts "%s"',
  async (accepted) => {
    const response = await answer(rows, accepted)
    expect(response.headers.get('content-encoding')).toBeNull()
    expect(response.headers.get('vary')).toBe('accept-encoding')
    expect(await response.text()).toBe(rows)
  },
)

it('leaves an answer without a body, or one that is encoded already', async () => {
  expect((await answer(null)).headers.get('content-encoding')).toBeNull()
  expect(await (await answer(rows, 'gzip', { 'content-encoding': 'br' })).text()).toBe(rows)
})
