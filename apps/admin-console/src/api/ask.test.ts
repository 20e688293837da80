import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ask } from './ask'

const answer = (data: unknown, error: unknown = null, status = 200) =>
  Promise.resolve({ data, error, status })

describe('ask', () => {
  it('gives back what has the expected shape', async () => {
    expect(await ask(answer({ n: 1, more: true }), z.object({ n: z.number() }))).toEqual({ n: 1 })
  })
  it('does not pass on an answer of another shape', async () => {
    await expect(ask(answer({ n: '1' }), z.object({ n: z.number() }))).rejects.toMatchObject({
      code: 'unexpected_answer',
    })
  })
  it('throws the backend’s own refusal, coded', async () => {
    const refusal = { code: 'P0001', message: 'The last admin cannot be removed', details: 'last_admin' }
    await expect(ask(answer(null, refusal, 400), z.null())).rejects.toMatchObject({
      name: 'ConflictError',
      code: 'last_admin',
    })
  })
})
