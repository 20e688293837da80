import { afterEach, expect, it, vi } from 'vitest'
import { createServiceApi } from './service-api.ts'

afterEach(() => vi.unstubAllGlobals())

const answer = (status: number, body: string) =>
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { status })))

it.each([
  ['a broken connection', 400, '{"code":"","details":null,"hint":null,"message":""}', 503],
  ['a rule', 400, '{"code":"P0001","details":"mail_invalid","hint":null,"message":"No"}', 400],
  ['a full pool', 504, '{"code":"PGRST003","details":null,"hint":null,"message":"Timed out"}', 504],
  ['a gateway’s page', 400, '<html>', 400],
])('throws the status that %s means', async (_what, status, body, expected) => {
  answer(status, body)
  await expect(createServiceApi('http://desk.test', 'key').rpc('receive_mail', {})).rejects.toMatchObject({
    status: expected,
  })
})

it('sends no half characters, for which the Data API would refuse the request', async () => {
  let sent: unknown
  vi.stubGlobal('fetch', (_url: string, { body }: RequestInit) => {
    sent = body
    return Promise.resolve(new Response('1'))
  })
  const name = 'Ann 👋'
  await createServiceApi('http://desk.test', 'key').rpc('receive_mail', {
    mail: { names: [name.slice(0, -1), name] },
  })
  expect(sent).toBe('{"mail":{"names":["Ann \ufffd","Ann 👋"]}}')
})

it('sends no zero characters, for which the Data API would refuse the request', async () => {
  let sent: unknown
  vi.stubGlobal('fetch', (_url: string, { body }: RequestInit) => {
    sent = body
    return Promise.resolve(new Response('1'))
  })
  await createServiceApi('http://desk.test', 'key').rpc('receive_mail', {
    mail: { references: ['a\0b@x', '\0'] },
  })
  expect(sent).toBe('{"mail":{"references":["ab@x",""]}}')
})
