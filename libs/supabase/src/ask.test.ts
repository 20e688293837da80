import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ask, parseAnswer } from './ask'

const answer = (data: unknown, error: unknown = null, status = 200) =>
  Promise.resolve({ data, error, status })
const schema = z.object({ n: z.number() })

describe('ask', () => {
  it('returns the fields of the schema', async () => {
    expect(await ask(answer({ n: 1, more: true }), schema)).toEqual({ n: 1 })
  })

  it('rejects an answer of another shape', async () => {
    await expect(ask(answer({ n: '1' }), schema)).rejects.toMatchObject({
      name: 'UnknownError',
      code: 'unexpected_answer',
      message: 'The server sent an unexpected response. Reload the page and try again.',
    })
  })

  it('rejects it with the message of the call', async () => {
    await expect(ask(answer(null), schema, 'No such thing')).rejects.toMatchObject({
      code: 'unexpected_answer',
      message: 'No such thing',
    })
  })

  it('classifies an error of the backend', async () => {
    const failure = { code: 'P0001', message: 'The last admin cannot be removed', details: 'last_admin' }
    await expect(ask(answer(null, failure, 400), z.null())).rejects.toMatchObject({
      name: 'ConflictError',
      code: 'last_admin',
      message: failure.message,
    })
  })

  it('classifies a lost connection', async () => {
    await expect(ask(Promise.reject(new TypeError('Failed to fetch')), schema)).rejects.toMatchObject({
      name: 'NetworkError',
    })
  })
})

describe('parseAnswer', () => {
  it('returns a fitting answer and rejects any other', () => {
    expect(parseAnswer({ n: 1 }, schema)).toEqual({ n: 1 })
    expect(() => parseAnswer([], schema)).toThrow('The server sent an unexpected response')
  })
})
