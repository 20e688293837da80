import { startFakeModel } from '@helpdesk/testing/fake-model'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { db, createUser } from '../../tests/support/backend'
import { readAnswer, ask as call, environment, readEvents, KEY, tokenOf } from './test-helpers.ts'

type Model = Awaited<ReturnType<typeof startFakeModel>>
let model: Model
let token = ''

beforeAll(async () => {
  model = await startFakeModel(() => ({ text: 'Hello' }))
  token = await tokenOf(await createUser('admin', 'Amy Admin'))
})
afterAll(() => model.stop())
beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  await db`delete from private.assistant_turns`
})
const ask = (text: unknown, options: Partial<Parameters<typeof call>[1]> = {}) =>
  call(text, { env: environment(model.url), token, ...options })
const stream = (text: string, options: Partial<Parameters<typeof call>[1]> = {}) =>
  ask(text, { accept: 'text/event-stream', ...options })

describe('a failing model', () => {
  const soon = { 'retry-after-ms': '5' }
  it('is retried after 429 and 5xx', async () => {
    model.play(({ index }) =>
      index === 0
        ? { status: 429, headers: soon }
        : index === 1
          ? { status: 503, headers: soon }
          : { text: 'Now' },
    )
    expect(await readAnswer(await ask('Hi'))).toMatchObject({ status: 200, reply: 'Now' })
    expect(model.calls).toHaveLength(3)
  })

  it('is reported as busy while it answers 429', async () => {
    model.play(() => ({ status: 429, headers: soon }))
    const refused = await ask('Hi')
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await readAnswer(refused)).toMatchObject({
      status: 503,
      error: 'The AI model is busy. Please try again in a moment.',
    })
    expect(model.calls).toHaveLength(3)
    expect((await readEvents(await stream('Hi'))).at(-1)).toMatchObject({
      type: 'error',
      data: { code: 'model_busy' },
    })
  })

  it('is aborted at the time limit, before and during an answer', async () => {
    const env = { ...environment(model.url), AI_TIME_LIMIT: '0.4' }
    model.play(() => 'silence')
    expect(await readAnswer(await ask('Hi', { env }))).toMatchObject({ status: 504, code: 'model_timeout' })
    model.play(() => ({ text: Array.from({ length: 50 }, () => 'a '), pause: 50 }))
    expect((await readEvents(await stream('Hi', { env }))).at(-1)?.data.code).toBe('model_timeout')
    await vi.waitFor(() => expect(model.cutOff()).toBe(1))
  })

  it.each([
    ['bad JSON', { raw: 'data: {"choices": [{\n\n' }],
    ['an HTML page', { raw: '<html>', type: 'text/html' }],
    ['unexpected JSON', { raw: 'data: {"hello": 1}\n\n' }],
    ['an empty text', { text: '' }],
  ] as const)('is unreadable when it answers with %s', async (_, step) => {
    model.play(() => step)
    expect(await readAnswer(await ask('Hi'))).toMatchObject({ status: 502, code: 'model_unreadable' })
  })

  it.each([
    [401, 'model_refused'],
    [404, 'model_missing'],
    [400, 'model_request'],
    [500, 'model_unavailable'],
  ])('that answers %i is reported without the key in its message, also in the log', async (status, code) => {
    model.play(() => ({
      status,
      headers: soon,
      body: { error: { message: `Incorrect API key provided: ${KEY}` } },
    }))
    const text = await (await ask('Hi')).text()
    expect(text).toContain(code)
    expect(text).not.toContain(KEY)
    expect(text).not.toContain('Incorrect')
    expect(JSON.stringify(await readEvents(await stream('Hi')))).not.toContain(KEY)
    expect(JSON.stringify(vi.mocked(console.error).mock.calls)).not.toContain(KEY)
  })

  it('that fails during its answer is reported without the key', async () => {
    model.play(() => ({ raw: `data: {"error": {"message": "bad key ${KEY}", "type": "x", "code": 1}}\n\n` }))
    const text = await (await stream('Hi')).text()
    expect(text).toContain('event: error')
    expect(text).not.toContain(KEY)
  })

  it('is unavailable when unreachable', async () => {
    const env = environment('http://127.0.0.1:1/v1')
    expect(await readAnswer(await ask('Hi', { env: { ...env, AI_TIME_LIMIT: '20' } }))).toMatchObject({
      code: 'model_unavailable',
    })
  }, 20_000)

  it('is cut off after 10,000 characters, with a notice', async () => {
    model.play(() => ({ text: Array.from({ length: 100 }, () => 'x'.repeat(100)) }))
    expect((await readAnswer(await ask('Hi'))).reply).toHaveLength(10_000)
    model.play(() => ({ text: Array.from({ length: 300 }, () => 'x'.repeat(100)) }))
    const { reply } = await readAnswer(await ask('Hi'))
    expect(reply).toHaveLength(10_000)
    expect(reply?.slice(-40)).toMatch(/cut off at its length limit\.\*$/)
    model.play(() => ({ text: 'half', finish: 'length' }))
    expect((await readAnswer(await ask('Hi'))).reply).toMatch(/^half\n\n\*The answer was cut off/)
  })

  it('is stopped when the admin stops reading', async () => {
    model.play(() => ({ text: Array.from({ length: 200 }, () => 'a '), pause: 20 }))
    const reader = (await stream('Hi')).body?.getReader()
    await reader?.read()
    await reader?.read()
    await reader?.cancel()
    await vi.waitFor(() => expect(model.cutOff()).toBe(1))
  })
})
