import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { ask } from '../ask'
import { authClient } from '../auth-client'
import { configureSupabase } from '../config'
import { loadData } from '../data-client'
import { callFunction } from '../functions'
import { loadStorage } from '../storage-client'
import { AppError, ConflictError } from './app-error'
import { toAppError } from './to-app-error'

const answer = vi.fn<() => Response>()
beforeEach(() => {
  configureSupabase({ url: 'http://backend.test', publishableKey: 'sb_publishable_x' })
  vi.stubGlobal('fetch', async () => answer())
})
afterEach(() => vi.unstubAllGlobals())

const refuse = (status: number, body: unknown, headers: Record<string, string>) =>
  answer.mockImplementation(() => Response.json(body, { status, headers }))
const failureOf = (work: Promise<unknown>): Promise<AppError> =>
  work.then(
    () => Promise.reject(new Error('It did not fail')),
    (error: unknown) => toAppError(error),
  )

describe('the reference of a failure', () => {
  it('is the id of the request to the data API', async () => {
    refuse(
      400,
      { code: 'P0001', message: 'No', details: 'a_rule', hint: null },
      { 'x-request-id': '7F3K-2Q' },
    )
    const data = await loadData()
    const failure = await failureOf(ask(data.rpc('list_tags'), z.unknown()))
    expect(failure).toMatchObject({ message: 'No', code: 'a_rule', reference: '7F3K-2Q' })
  })

  it('is the id of the request to Auth', async () => {
    refuse(400, { code: 400, error_code: 'x', msg: 'Not you' }, { 'x-request-id': 'AUTH-22' })
    const auth = await authClient()
    const { error } = await auth.signInWithPassword({ email: 'a@example.com', password: 'x' })
    expect(toAppError(error)).toMatchObject({ message: 'Not you', reference: 'AUTH-22' })
  })

  it('is the id of the request to Storage, whose texts are not shown', async () => {
    refuse(400, { statusCode: '403', error: 'x', message: 'refused here' }, { 'x-request-id': 'FILE-22' })
    const storage = await loadStorage()
    const { error } = await storage.from('files').createSignedUrl('a', 60)
    expect(toAppError(error)).toMatchObject({ status: 403, reference: 'FILE-22' })
  })

  it('is the id of the request to a function', async () => {
    refuse(502, { error: 'Not sent', code: 'mail' }, { 'x-request-id': 'FUNC-22' })
    expect(await failureOf(callFunction('test-mail', {}))).toMatchObject({ reference: 'FUNC-22' })
  })

  it('is the id of the platform on hosted projects', async () => {
    refuse(500, { error: 'one' }, { 'sb-request-id': '019d-5c', 'cf-ray': '8f2' })
    expect(await failureOf(callFunction('x', {}))).toMatchObject({ reference: '019d-5c' })
  })

  it('is missing without an id, also for a text that failed before with one', async () => {
    refuse(500, { error: 'two' }, {})
    expect((await failureOf(callFunction('x', {}))).reference).toBeUndefined()
    refuse(400, { code: 'P0001', message: 'No', details: 'a_rule', hint: null }, {})
    const data = await loadData()
    expect((await failureOf(ask(data.rpc('list_tags'), z.unknown()))).reference).toBeUndefined()
    expect(toAppError(new TypeError('Failed to fetch')).reference).toBeUndefined()
  })

  it('stays when another error explains it', () => {
    const cause = new AppError('No', { reference: '7F3K-2Q' })
    expect(new ConflictError('Somebody was faster', { cause }).reference).toBe('7F3K-2Q')
  })
})
