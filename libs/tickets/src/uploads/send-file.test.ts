// @vitest-environment jsdom
import { setSessionRecovery } from '@helpdesk/supabase'
import { afterEach, describe, expect, it } from 'vitest'
import { stubBackend } from '../testing'
import { sendFile } from './send-file'

const file = new Blob(['hello'])
const send = (options?: Parameters<typeof sendFile>[3]) =>
  sendFile('bucket/t1/1.txt', file, 'text/plain', options)

afterEach(() => setSessionRecovery(null))

describe('sendFile', () => {
  it('posts the bytes to Storage and reports progress', async () => {
    const sent = stubBackend(() => ({ body: { Key: 'k' } }))
    const shares: number[] = []
    await send({ onProgress: (share) => shares.push(share) })
    expect(sent).toMatchObject([{ method: 'POST', body: file }])
    expect(sent[0]?.url.href).toBe('http://backend.test/storage/v1/object/bucket/t1/1.txt')
    expect(shares).toEqual([0.5, 1])
  })

  it.each([
    [{ status: 413, body: 'a page of the gateway' }, 'ValidationError', 413],
    [{ status: 400, body: { statusCode: '413', message: 'too large' } }, 'ValidationError', 413],
    [{ status: 400, body: { statusCode: '409', message: 'there' } }, 'ConflictError', 409],
    [{ status: 429 }, 'RateLimitedError', 429],
    [{ status: 500, body: { message: 'out of order' } }, 'UnknownError', 500],
    [{ status: 503 }, 'NetworkError', 503],
    [{ status: 400, body: { statusCode: '403', code: 'InvalidJWT' } }, 'ForbiddenError', 401],
  ])('maps %j to %s %i', async (answer, name, status) => {
    stubBackend(() => answer)
    await expect(send()).rejects.toMatchObject({ name, status })
  })

  it('reports a lost connection as NetworkError', async () => {
    stubBackend(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(send()).rejects.toMatchObject({ name: 'NetworkError', code: 'network', status: 0 })
  })

  it('aborts before and during the upload', async () => {
    const sent = stubBackend(() => new Promise(() => undefined))
    const running = new AbortController()
    const failed = expect(send({ signal: running.signal })).rejects.toMatchObject({ code: 'aborted' })
    await expect.poll(() => sent.length).toBe(1)
    running.abort()
    await failed
    await expect(send({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' })
    expect(sent).toHaveLength(1)
  })

  it('resends after the session is renewed', async () => {
    let expired = true
    const sent = stubBackend(() =>
      expired ? { status: 400, body: { statusCode: '403', code: 'InvalidJWT' } } : { body: {} },
    )
    const recover = () => {
      // Called before the first request, because there is no token, and after its refusal.
      if (sent.length > 0) expired = false
      return Promise.resolve(!expired)
    }
    setSessionRecovery({ recover, recheck: () => undefined })
    await send()
    expect(sent).toHaveLength(2)
  })
})
