import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { headersOf } from './file-headers'
import { openTarget } from './open-target'
import { startS3, type S3 } from './testing/conditional-s3'

const body = Buffer.from('export {}\n')

describe('a bucket', () => {
  let s3: S3
  beforeAll(async () => void (s3 = await startS3({ conditional: true })))
  afterAll(() => s3.close())

  it('keeps type, caching and encoding of a file', async () => {
    const target = openTarget(s3.address, s3.env, '/')
    await target.create('remotes/a/1/entry.js.br', body, headersOf('entry.js.br', true))
    const { headers } = await fetch(s3.urlOf('remotes/a/1/entry.js.br'), { method: 'HEAD' })
    expect(headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('content-encoding')).toBe('br')
  })

  it('writes nothing when a condition is not met', async () => {
    const target = openTarget(s3.address, s3.env, '/')
    expect(await target.create('a.txt', body, {})).toBe(true)
    expect(await target.create('a.txt', Buffer.from('other'), {})).toBe(false)
    const stored = await target.read('a.txt')
    expect(await target.replace('a.txt', Buffer.from('other'), {}, '"old"')).toBe(false)
    expect(stored?.body.equals(body)).toBe(true)
    expect(await target.replace('a.txt', Buffer.from('other'), {}, stored?.tag ?? '')).toBe(true)
    expect(await target.replace('a.txt', Buffer.from('third'), {}, stored?.tag ?? '')).toBe(false)
  })

  it('names the refusal of the store', async () => {
    const env = { ...s3.env, AWS_SECRET_ACCESS_KEY: 'wrong' }
    await expect(openTarget(s3.address, env, '/').create('b.txt', body, {})).rejects.toThrow(
      'answered 403 SignatureDoesNotMatch',
    )
  })

  it('needs credentials', () => {
    expect(() => openTarget('s3://portal', {}, '/')).toThrow('Set AWS_ACCESS_KEY_ID')
    expect(() => openTarget('s3:portal', s3.env, '/')).toThrow('not an address like')
  })
})

it('refuses a store that ignores conditions', async () => {
  const s3 = await startS3({ conditional: false })
  const target = openTarget(s3.address, s3.env, '/')
  await expect(target.create('a.txt', body, {})).rejects.toThrow('the store ignores If-Match')
  expect(await target.read('a.txt')).toBeNull()
  await s3.close()
})
