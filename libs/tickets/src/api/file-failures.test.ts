// @vitest-environment jsdom
// Failures of Storage, as Storage 1.11.2 reports them: HTTP 400, with the true status in the body.
import { setSessionRecovery } from '@helpdesk/supabase'
import { storageTexts } from '@helpdesk/supabase/errors/storage-error'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { failureText } from '../model/errors'
import { uploadFailureText } from '../model/upload-failure'
import { buildAttachment, stubBackend } from '../testing'
import { getDownloadUrl } from './download-attachment'
import { readAttachment } from './read-attachment'
import { uploadAttachment } from './upload-attachment'

const record = { storage_path: 't1/1.png', file_name: 'Größe 50% (2).png' }
const read = () => readAttachment(record)
const sign = () => getDownloadUrl(record)
const upload = () => uploadAttachment('t1', new File(['x'], 'x.png', { type: 'image/png' }))

const refusal = (statusCode: string, code: string, message: string) => ({
  status: 400,
  body: { statusCode, code, error: code, message },
})
const expiredToken = refusal('403', 'AccessDenied', '"exp" claim timestamp check failed')
const noBucket = refusal('404', 'NoSuchBucket', 'Bucket not found')

afterEach(() => setSessionRecovery(null))

/** Storage refuses until the session is renewed. */
function expireSession(refused: { status: number; body: unknown }) {
  let expired = true
  const sent = stubBackend(({ url }) => {
    if (!url.pathname.startsWith('/storage/')) return { body: buildAttachment() }
    return expired ? refused : { body: { signedURL: '/object/sign/x?token=t' } }
  })
  const recover = vi.fn(() => {
    if (sent.length > 0) expired = false
    return Promise.resolve(!expired)
  })
  setSessionRecovery({ recover, recheck: () => undefined })
  return sent
}

describe('an expired token', () => {
  it.each([
    ['a preview', read, noBucket],
    ['a download', sign, expiredToken],
    ['an upload', upload, expiredToken],
  ])('is renewed, and %s sent again', async (_, command, refused) => {
    const sent = expireSession(refused)
    await command()
    expect(sent.filter(({ url }) => url.pathname.startsWith('/storage/'))).toHaveLength(2)
  })

  it.each([
    ['a preview', read, noBucket],
    ['a download', sign, expiredToken],
    ['an upload', upload, expiredToken],
  ])('that cannot be renewed is explained for %s', async (_, command, refused) => {
    stubBackend(() => refused)
    const error = await command().catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'ForbiddenError', status: 401 })
    expect(failureText(error)).toBe(storageTexts[401])
  })
})

describe('a passing failure', () => {
  it.each([
    refusal('503', 'LockTimeout', 'acquiring lock timeout'),
    refusal('423', 'ResourceLocked', 'The resource is locked'),
    { status: 544, body: { statusCode: '544', code: 'DatabaseTimeout', message: 'timed out' } },
  ])('%j is a network error without the text of Storage', async (answer) => {
    vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 500 })
    stubBackend(() => answer)
    for (const command of [read, sign, upload]) {
      const error = await command().catch((reason: unknown) => reason)
      expect(error).toMatchObject({ name: 'NetworkError' })
      expect(failureText(error)).toBe(storageTexts[423])
    }
    vi.useRealTimers()
  })

  it('is retried for a read', async () => {
    let failures = 1
    const sent = stubBackend(() =>
      failures-- > 0 ? refusal('503', 'LockTimeout', 'acquiring lock timeout') : { body: 'bytes' },
    )
    await read()
    expect(sent).toHaveLength(2)
  })
})

it.each(['InvalidKey', 'DatabaseError'])('the text of %s is not shown', async (code) => {
  stubBackend(() => refusal('400', code, 'a text for developers'))
  for (const command of [read, sign, upload]) {
    const error = await command().catch((reason: unknown) => reason)
    expect(failureText(error)).not.toContain('developers')
    expect(uploadFailureText(error, true)).not.toContain('developers')
  }
})

it('asks for a download under the name of the file, encoded once', async () => {
  stubBackend(() => ({ body: { signedURL: '/object/sign/x?token=t' } }))
  const { searchParams } = new URL(await sign())
  expect(searchParams.get('download')).toBe('Größe 50% (2).png')
})

it('uploads with headers that keep the bytes out of shared caches, and revalidates previews', async () => {
  stubBackend(() => ({ body: {} }))
  const set = vi.spyOn(XMLHttpRequest.prototype, 'setRequestHeader')
  await upload().catch(() => undefined)
  expect(set).toHaveBeenCalledWith('cache-control', 'private, no-cache')
  const fetched = vi.spyOn(globalThis, 'fetch')
  await read()
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ cache: 'no-cache' })
})
