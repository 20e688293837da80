import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Gateway } from '../http/types'
import { createBlobStore } from './blobs'
import { createStorage } from './handler'
import { readUpload } from './request-body'
import { toStorageError } from './errors'
import { checkKey, decodePath } from './keys'
import type { ObjectRow } from './rows'
import { objectHeaders } from './serve'
import { checkContent, checkType } from './content-types'
import { createUrlTokens } from './tokens'

const png = Buffer.from('89504e470d0a1a0a0000', 'hex')
const at = '2026-01-15T12:00:00.000Z'
const row = (mimetype: string, name = 'ticket/file.bin'): ObjectRow => ({
  id: 'o1',
  bucket_id: 'b',
  name,
  version: 'v1',
  metadata: { mimetype, size: 3, eTag: '"e"', lastModified: at },
  created_at: at,
  updated_at: at,
  last_accessed_at: at,
})

describe('keys', () => {
  it.each(['a/b.png', "it's (1) & more.txt", 'x/y/z'])('accepts %s', (key) => {
    expect(checkKey(key)).toBe(key)
  })

  it.each(['', '/a', 'a//b', '../a', 'a/../b', 'a/.', 'a\\b', 'a\0b', 'a?b', 'é', 'a/b/', '%2e%2e/a'])(
    'refuses %j',
    (key) => {
      expect(() => checkKey(key)).toThrow('Invalid key')
    },
  )

  it('rejects encoded parent folders and truncated escapes', () => {
    expect(() => checkKey(decodePath('b/a%2F..%2F..%2Fetc').slice(1).join('/'))).toThrow('Invalid key')
    expect(() => decodePath('b/%E0%A4')).toThrow('Invalid key')
  })
})

describe('types', () => {
  it('compares the declared type with the bucket’s, without parameters', () => {
    expect(() => checkType('text/plain;charset=UTF-8', ['text/plain'])).not.toThrow()
    expect(() => checkType('image/png', ['image/*'])).not.toThrow()
    expect(() => checkType('imagex/png', ['image/*'])).toThrow('mime type imagex/png is not supported')
    expect(() => checkType('text/html', ['image/png', 'text/plain'])).toThrow('text/html')
    expect(() => checkType('text/html', null)).not.toThrow()
  })

  it('rejects content that contradicts the declared type', () => {
    const html = Buffer.from('<html><script>alert(1)</script>')
    for (const type of ['image/png', 'image/jpeg', 'image/gif', 'application/pdf', 'application/msword'])
      expect(() => checkContent(type, html)).toThrow('is not')
    expect(() => checkContent('image/png', png)).not.toThrow()
    expect(() => checkContent('application/pdf', Buffer.from('%PDF-1.7'))).not.toThrow()
    expect(() => checkContent('text/plain', Buffer.from([77, 90, 0, 1]))).toThrow('is not')
    expect(() => checkContent('text/plain', Buffer.from('\ufeffhi', 'utf16le'))).not.toThrow()
  })
})

describe('headers of an uploaded file', () => {
  it('prevent its execution in the portal: sandbox, nosniff, private', () => {
    const headers = objectHeaders(row('image/png'), { signed: false, download: null })
    expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toMatch(/^private/)
    expect(headers.get('content-disposition')).toBe("inline; filename*=UTF-8''file.bin")
  })

  it.each(['image/svg+xml', 'text/html', 'application/xhtml+xml', 'text/javascript', 'application/xml'])(
    'send %s as a binary download',
    (type) => {
      const headers = objectHeaders(row(type), { signed: true, download: null })
      expect(headers.get('content-type')).toBe('application/octet-stream')
      expect(headers.get('content-disposition')).toMatch(/^attachment/)
    },
  )

  it('show text inline through a signed URL only, PDF never, and nothing with `download`', () => {
    const disposition = (type: string, signed: boolean, download: string | null) =>
      objectHeaders(row(type), { signed, download }).get('content-disposition')
    expect(disposition('text/plain', true, null)).toMatch(/^inline/)
    expect(disposition('text/plain', false, null)).toMatch(/^attachment/)
    expect(disposition('application/pdf', true, null)).toMatch(/^attachment/)
    expect(disposition('image/png', true, '')).toMatch(/^attachment/)
    expect(disposition('image/png', true, 'a"b\r\nx: y.png')).toBe(
      "attachment; filename*=UTF-8''a%22b%0D%0Ax%3A%20y.png",
    )
  })
})

describe('tokens of signed URLs', () => {
  const tokens = createUrlTokens('a-secret-of-the-project-with-32-chars')
  afterEach(() => vi.useRealTimers())

  const signer = {
    role: 'authenticated',
    sub: 'me',
    raw: { session_id: 's', email: 'me@example.com' },
  } as const

  it('are valid for one object until they expire, and contain the signer', async () => {
    const token = await tokens.sign('b', 'k', 60, signer)
    const claims = { role: 'authenticated', sub: 'me', session_id: 's' }
    await expect(tokens.check(token, 'b', 'k')).resolves.toMatchObject({ sub: 'me', raw: claims })
    await expect(tokens.check(token, 'b', 'other')).rejects.toThrow('InvalidSignature')
    await expect(tokens.check('', 'b', 'k')).rejects.toMatchObject({ code: 'InvalidJWT' })
    vi.useFakeTimers({ now: Date.now() + 61_000 })
    await expect(tokens.check(token, 'b', 'k')).rejects.toThrow('"exp" claim timestamp check failed')
  })

  it('expire after an hour at most', async () => {
    await expect(tokens.sign('b', 'k', 3600, signer)).resolves.toBeTruthy()
    await expect(tokens.sign('b', 'k', 3601, signer)).rejects.toThrow('at most 3600 seconds')
  })

  it('signed by the service role last a week at most', async () => {
    const service = { role: 'service_role', raw: {} } as const
    await expect(tokens.sign('b', 'k', 7 * 24 * 3600, service)).resolves.toBeTruthy()
    await expect(tokens.sign('b', 'k', 7 * 24 * 3600 + 1, service)).rejects.toThrow('at most 604800 seconds')
  })

  it.each([0, -1, 1.5, Number.NaN])('rejects a lifetime of %s seconds', async (seconds) => {
    await expect(tokens.sign('b', 'k', seconds, signer)).rejects.toThrow('expiresIn')
  })
})

describe('upload bodies', () => {
  const post = (body: BodyInit, headers: Record<string, string> = {}) =>
    new Request('http://h/x', { method: 'POST', body, headers })

  it('reads what supabase-js sends for a Blob', async () => {
    const form = new FormData()
    form.append('cacheControl', '3600')
    form.append('metadata', '{"kind":"screenshot"}')
    form.append('', new Blob([png], { type: 'image/png' }))
    expect(await readUpload(post(form), 100)).toEqual({
      bytes: png,
      mimeType: 'image/png',
      cacheControl: 'max-age=3600',
      userMetadata: { kind: 'screenshot' },
    })
  })

  it('accepts raw and multipart bodies up to exactly the limit', async () => {
    const form = (size: number) => {
      const data = new FormData()
      data.append('', new Blob([Buffer.alloc(size)], { type: 'text/plain' }))
      return data
    }
    expect((await readUpload(post(Buffer.alloc(100)), 100)).bytes).toHaveLength(100)
    await expect(readUpload(post(Buffer.alloc(101)), 100)).rejects.toMatchObject({ statusCode: 413 })
    expect((await readUpload(post(form(100)), 100)).bytes).toHaveLength(100)
    await expect(readUpload(post(form(101)), 100)).rejects.toThrow('exceeded the maximum allowed size')
    await expect(readUpload(post(form(300_000)), 100)).rejects.toThrow('exceeded the maximum allowed size')
  })

  const part = (name: string) =>
    `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a"\r\n\r\nx\r\n`

  it.each(['x="boundary=zzzz"; boundary=b', 'xboundary=zzzz; boundary=b', 'boundary=b; x="boundary=zzzz"'])(
    'counts the parts by the boundary that they are read by: %s',
    async (parameters) => {
      const headers = { 'content-type': `multipart/form-data; ${parameters}` }
      const send = (count: number) => readUpload(post(`${part('').repeat(count)}--b--\r\n`, headers), 50_000)
      await expect(send(21)).rejects.toThrow('too many parts')
      expect((await send(1)).bytes.toString()).toBe('x')
    },
  )

  it('rejects a part with a long header', async () => {
    const body = `--b\r\n${'a: b\r\n'.repeat(8_000)}${part('').slice(5)}--b--\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    await expect(readUpload(post(body, headers), 50_000)).rejects.toThrow('header that is too long')
  })

  it('keeps lines of a file that look like the end of a part', async () => {
    const content = '\r\n--a\r\n-- b'.repeat(100)
    const form = new FormData()
    form.append('', new Blob([content], { type: 'text/plain' }))
    expect((await readUpload(post(form), 50_000)).bytes.toString()).toBe(content)
  })

  it('rejects metadata that is not an object, and a form without a file', async () => {
    const header = Buffer.from('[1]').toString('base64')
    await expect(readUpload(post('x', { 'x-metadata': header }), 10)).rejects.toThrow('metadata')
    const long = new FormData()
    long.append('metadata', JSON.stringify({ note: 'a'.repeat(17_000) }))
    long.append('', new Blob(['x']))
    await expect(readUpload(post(long), 50_000)).rejects.toThrow('metadata is too large')
    const form = new FormData()
    form.append('cacheControl', '1')
    await expect(readUpload(post(form), 10)).rejects.toThrow('contains no file')
  })
})

describe('blobs', () => {
  let root = ''
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'helpdesk-blobs-'))
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  it('writes, reads, copies and removes, leaving no temporary file', async () => {
    const blobs = createBlobStore(root)
    await blobs.write('b', 'v1', png)
    await blobs.copy('b', 'v1', 'v2')
    const opened = await blobs.open('b', 'v2')
    expect(opened?.size).toBe(png.length)
    expect(Buffer.from(await new Response(opened?.stream).arrayBuffer())).toEqual(png)
    await blobs.remove('b', 'v1')
    expect(await blobs.open('b', 'v1')).toBeUndefined()
    expect(await readdir(join(root, 'b-b'))).toEqual(['v2'])
  })

  it('cannot leave their folder through a bucket or a version', async () => {
    const blobs = createBlobStore(join(root, 'inner'))
    await blobs.write('..', '../../escaped', png)
    expect(await readdir(root)).toEqual(['inner'])
  })

  it('removes only old unreferenced files', async () => {
    const blobs = createBlobStore(root)
    for (const version of ['named', 'orphan', 'young']) await blobs.write('b', version, png)
    const past = new Date(Date.now() - 7_200_000)
    for (const version of ['named', 'orphan']) await utimes(join(root, 'b-b', version), past, past)
    const removed = await blobs.sweep(async () => new Set(['named']), new Date(Date.now() - 3_600_000))
    expect(removed).toBe(1)
    expect((await readdir(join(root, 'b-b'))).sort()).toEqual(['named', 'young'])
  })

  it('goes on after a temporary file that is gone meanwhile', async () => {
    const blobs = createBlobStore(root)
    await blobs.write('b', 'orphan', png)
    await writeFile(join(root, 'b-b', '.upload.tmp'), png)
    const sweep = blobs.sweep(
      async () => {
        await rm(join(root, 'b-b', '.upload.tmp'))
        return new Set()
      },
      new Date(Date.now() + 1_000),
    )
    expect(await sweep).toBe(1)
    expect(await readdir(join(root, 'b-b'))).toEqual([])
  })

  it('removes what uploads leave behind, again and again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
    try {
      const blobs = createBlobStore(join(root, 'storage'))
      const sql = () => Promise.resolve([])
      createStorage({ dataDir: root, sql, keys: { jwtSecret: 'x' }, log: () => {} } as unknown as Gateway)
      for (const wait of [60_000, 3_600_000]) {
        await blobs.write('b', 'orphan', png)
        const past = new Date(Date.now() - 7_200_000)
        await utimes(join(root, 'storage/b-b/orphan'), past, past)
        vi.advanceTimersByTime(wait)
        const end = Date.now() + 5_000
        while ((await readdir(join(root, 'storage/b-b'))).length > 0 && Date.now() < end)
          await new Promise((resolve) => setImmediate(resolve))
        expect(await readdir(join(root, 'storage/b-b'))).toEqual([])
      }
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('errors', () => {
  it('have the messages of hosted Storage for database refusals, and none for internal faults', () => {
    const refused = new Error('new row violates row-level security policy for table "objects"')
    expect(toStorageError(Object.assign(refused, { code: '42501' }))).toMatchObject({
      statusCode: 403,
      code: 'AccessDenied',
      message: 'new row violates row-level security policy',
    })
    expect(toStorageError({ code: '23505' })).toMatchObject({ statusCode: 409, label: 'Duplicate' })
    expect(toStorageError(new Error('disk full'))).toBeUndefined()
  })

  it.each([
    ['55P03', 423, 400],
    ['57014', 544, 544],
    ['42P01', 503, 400],
    ['P0001', 500, 500],
  ])('map SQLSTATE %s to statusCode %i and HTTP status %i', (code, statusCode, sent) => {
    const error = toStorageError({ code })
    expect([error?.statusCode, error?.toResponse().status]).toEqual([statusCode, sent])
  })
})
