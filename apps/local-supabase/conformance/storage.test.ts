import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  clientAs,
  anonClient,
  createUser,
  serviceClient,
  sql,
  startStack,
  type Stack,
} from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadKeys } from '../src/data-folder/keys'
import { createUrlTokens } from '../src/storage/tokens'

const bucket = 'ticket-attachments'
const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
let stack: Stack
let customer: SupabaseClient
let other: SupabaseClient
let ticketId = ''
let counter = 0

/** Creates a ticket, because the policies limit the files of each. */
async function freshTicket(client = customer): Promise<string> {
  const { data, error } = await client
    .from('tickets')
    .insert({ subject: `Files ${++counter}`, description: 'See the files attached.' })
    .select('id')
    .single()
  if (error) throw error
  return data.id
}
const files = (client: SupabaseClient) => client.storage.from(bucket)
const textFile = { contentType: 'text/plain' }
const bytesOf = async (blob: Blob | null) => Buffer.from(blob ? await blob.arrayBuffer() : new ArrayBuffer(0))
const blobsOnDisk = () => readdir(join(stack.dataDir, 'storage', `b-${bucket}`)).catch(() => [])

beforeAll(async () => {
  stack = await startStack()
  await createUser(stack, { email: 'customer@example.com' })
  await createUser(stack, { email: 'other@example.com' })
  customer = await clientAs(stack, 'customer@example.com')
  other = await clientAs(stack, 'other@example.com')
  ticketId = await freshTicket()
}, 90_000)
afterAll(() => stack?.stop())

describe('upload and download', () => {
  it('defect 8: accepts Blobs and Files', async () => {
    const blob = await files(customer).upload(`${ticketId}/1.png`, new Blob([png], { type: 'image/png' }))
    expect(blob.error).toBeNull()
    expect(blob.data).toMatchObject({ path: `${ticketId}/1.png`, fullPath: `${bucket}/${ticketId}/1.png` })
    const file = new File(['hello'], 'notes.txt', { type: 'text/plain' })
    expect((await files(customer).upload(`${ticketId}/2.txt`, file)).error).toBeNull()
    const { data } = await files(customer).download(`${ticketId}/2.txt`)
    expect(await data?.text()).toBe('hello')
  })

  it('stores a Buffer with metadata', async () => {
    const path = `${await freshTicket()}/a.txt`
    const options = { ...textFile, cacheControl: '60', metadata: { kind: 'log' } }
    expect((await files(customer).upload(path, Buffer.from('abc'), options)).error).toBeNull()
    const info = await files(customer).info(path)
    expect(info.data).toMatchObject({
      name: path,
      size: 3,
      contentType: 'text/plain',
      metadata: { kind: 'log' },
    })
    expect((await files(customer).exists(path)).data).toBe(true)
    expect((await files(customer).exists(`${ticketId}/no.txt`)).data).toBe(false)
  })

  it('accepts files up to exactly the limit', async () => {
    const id = await freshTicket()
    const full = Buffer.alloc(5 * 1024 * 1024, 97)
    expect((await files(customer).upload(`${id}/full.txt`, full, textFile)).error).toBeNull()
    const { data } = await files(customer).download(`${id}/full.txt`)
    expect((await bytesOf(data)).equals(full)).toBe(true)
    const more = Buffer.alloc(5 * 1024 * 1024 + 1, 97)
    for (const body of [more, new Blob([more], { type: 'text/plain' })]) {
      const { error } = await files(customer).upload(`${id}/more.txt`, body, textFile)
      expect(error).toMatchObject({
        statusCode: '413',
        message: 'The object exceeded the maximum allowed size',
      })
    }
    expect((await files(serviceClient(stack)).list(id)).data?.map((entry) => entry.name)).toEqual([
      'full.txt',
    ])
  })

  it('rejects types the bucket does not accept, and content that contradicts its type', async () => {
    const html = '<script>alert(1)</script>'
    const upload = (type: string) =>
      files(customer).upload(`${ticketId}/x.png`, new Blob([html], { type }), { contentType: type })
    for (const type of ['text/html', 'image/svg+xml', 'application/octet-stream'])
      expect((await upload(type)).error).toMatchObject({
        statusCode: '415',
        message: `mime type ${type} is not supported`,
      })
    expect((await upload('image/png')).error).toMatchObject({ statusCode: '415' })
  })

  it('does not overwrite, even with upsert', async () => {
    const before = await blobsOnDisk()
    const again = await files(customer).upload(`${ticketId}/2.txt`, Buffer.from('new'), textFile)
    expect(again.error).toMatchObject({ statusCode: '409', message: 'The resource already exists' })
    const upsert = await files(customer).upload(`${ticketId}/2.txt`, Buffer.from('new'), {
      ...textFile,
      upsert: true,
    })
    expect(upsert.error).toMatchObject({
      statusCode: '403',
      message: 'new row violates row-level security policy',
    })
    expect(await (await files(customer).download(`${ticketId}/2.txt`)).data?.text()).toBe('hello')
    expect(await blobsOnDisk()).toEqual(before)
  })

  it('replaces for the service role and keeps no unreferenced bytes', async () => {
    const service = serviceClient(stack)
    const path = `${await freshTicket()}/r.txt`
    await files(service).upload(path, Buffer.from('old'), textFile)
    const before = (await blobsOnDisk()).length
    expect((await files(service).update(path, Buffer.from('new'), textFile)).error).toBeNull()
    expect(await (await files(service).download(path)).data?.text()).toBe('new')
    expect((await blobsOnDisk()).length).toBe(before)
    expect((await files(service).move(path, path.replace('r.txt', 'm.txt'))).error).toBeNull()
    expect((await files(service).copy(path.replace('r.txt', 'm.txt'), path)).data?.path).toBe(
      `${bucket}/${path}`,
    )
    expect(await (await files(service).download(path)).data?.text()).toBe('new')
  })

  it.each(['../x.txt', 'a/../../x.txt', '%2e%2e/x.txt', 'a%2F..%2Fb.txt'])(
    'refuses the key %s',
    async (key) => {
      const { error } = await files(serviceClient(stack)).upload(key, Buffer.from('x'), textFile)
      expect(error).not.toBeNull()
    },
  )

  it('keeps the bytes of one of two concurrent uploads to one key', async () => {
    const path = `${await freshTicket()}/race.txt`
    const before = (await blobsOnDisk()).length
    const sent = ['a', 'b'].map((text) => files(customer).upload(path, Buffer.from(text), textFile))
    const outcomes = await Promise.all(sent)
    // As on hosted Storage, both are stored when both asked before either was: the later replaces the other.
    for (const { error } of outcomes) if (error) expect(error).toMatchObject({ statusCode: '409' })
    expect(['a', 'b']).toContain(await (await files(customer).download(path)).data?.text())
    expect((await blobsOnDisk()).length).toBe(before + 1)
  })

  it('answers 503 in a 400 while another transaction holds the object', async () => {
    const path = `${await freshTicket()}/held.txt`
    const db = sql(stack)
    await db.begin(async (tx) => {
      await tx`select pg_advisory_xact_lock(hashtextextended(${`${bucket}/${path}`}, 0))`
      const { error } = await files(customer).upload(path, Buffer.from('x'), textFile)
      expect(error).toMatchObject({ status: 400, statusCode: '503', message: 'acquiring lock timeout' })
    })
    await db.end()
    expect((await files(customer).upload(path, Buffer.from('x'), textFile)).error).toBeNull()
  }, 30_000)
})

describe('lists', () => {
  it('defect 8: list() returns folders', async () => {
    const service = serviceClient(stack)
    const top = await files(service).list('')
    expect(top.data?.every((entry) => entry.id === null)).toBe(true)
    expect(top.data?.map((entry) => entry.name)).toContain(ticketId)
    const inside = await files(service).list(ticketId, {
      sortBy: { column: 'name', order: 'desc' },
      limit: 1,
    })
    expect(inside.data?.map((entry) => entry.name)).toEqual(['2.txt'])
    expect(inside.data?.[0]?.metadata).toMatchObject({ mimetype: 'text/plain', size: 5 })
    const found = await files(service).list(ticketId, { search: '1' })
    expect(found.data?.map((entry) => entry.name)).toEqual(['1.png'])
  })
})

describe('signed URLs', () => {
  it('defect 8: are complete and lead to the file', async () => {
    const { data, error } = await files(customer).createSignedUrl(`${ticketId}/1.png`, 60)
    expect(error).toBeNull()
    const answer = await fetch(data?.signedUrl ?? '')
    expect(answer.status).toBe(200)
    expect(Buffer.from(await answer.arrayBuffer()).equals(png)).toBe(true)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    })
    const download = await fetch(`${data?.signedUrl}&download=${encodeURIComponent('Bild ü.png')}`)
    expect(download.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Bild%20%C3%BC.png")
  })

  it('defect 8: are answered with 400 once expired', async () => {
    const { data } = await files(customer).createSignedUrl(`${ticketId}/1.png`, 60)
    const url = new URL(data?.signedUrl ?? '')
    const { jwtSecret } = await loadKeys(stack.dataDir)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 120_000 })
    const signer = { role: 'service_role', raw: {} } as const
    const expired = await createUrlTokens(jwtSecret).sign(bucket, `${ticketId}/1.png`, 60, signer)
    vi.useRealTimers()
    url.searchParams.set('token', expired)
    const answer = await fetch(url)
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: 'InvalidJWT', message: '"exp" claim timestamp check failed' },
    ])
  })

  it('are valid for one object only, and not as a session', async () => {
    const { data } = await files(customer).createSignedUrl(`${ticketId}/1.png`, 60)
    const url = new URL(data?.signedUrl ?? '')
    const token = url.searchParams.get('token') ?? ''
    expect((await fetch(url.href.replace('/1.png', '/2.txt'))).status).toBe(400)
    const asSession = { apikey: stack.publishableKey, authorization: `Bearer ${token}` }
    expect((await fetch(`${stack.url}/rest/v1/tickets`, { headers: asSession })).status).toBe(401)
    const session = (await customer.auth.getSession()).data.session?.access_token ?? ''
    url.searchParams.set('token', session)
    expect((await fetch(url)).status).toBe(400)
  })

  it('download a PDF instead of opening it in the portal’s origin', async () => {
    const path = `${await freshTicket()}/active.pdf`
    const pdf = Buffer.from('%PDF-1.7\n1 0 obj <</S /JavaScript /JS (app.alert(1))>> endobj')
    expect((await files(customer).upload(path, pdf, { contentType: 'application/pdf' })).error).toBeNull()
    const { data } = await files(customer).createSignedUrl(path, 60)
    const { headers } = await fetch(data?.signedUrl ?? '')
    expect(headers.get('content-disposition')).toMatch(/^attachment/)
    expect(headers.get('content-security-policy')).toContain('sandbox')
  })

  it('are created for many files, with an error for missing ones', async () => {
    const missing = Array.from({ length: 499 }, (_, n) => `${ticketId}/none-${n}.png`)
    const { data } = await files(customer).createSignedUrls([`${ticketId}/1.png`, ...missing], 60)
    expect(data?.map(({ path }) => path)).toEqual([`${ticketId}/1.png`, ...missing])
    expect(data?.map(({ error }) => error === null)).toEqual([true, ...missing.map(() => false)])
    expect((await fetch(data?.[0]?.signedUrl ?? '')).status).toBe(200)
  })
})

describe('files of another customer', () => {
  it('are reported as missing by every call, and stay unchanged', async () => {
    const path = `${ticketId}/1.png`
    const missing = { statusCode: '404', message: 'Object not found' }
    for (const stranger of [other, anonClient(stack)]) {
      expect((await files(stranger).download(path)).error).toMatchObject(missing)
      expect((await files(stranger).info(path)).error).toMatchObject(missing)
      expect((await files(stranger).createSignedUrl(path, 60)).error).toMatchObject(missing)
      expect((await files(stranger).list(ticketId)).data).toEqual([])
      expect((await files(stranger).list('')).data).toEqual([])
      expect((await files(stranger).remove([path])).data).toEqual([])
      expect((await files(stranger).move(path, `${ticketId}/9.png`)).error).toMatchObject(missing)
      expect((await files(stranger).copy(path, `${ticketId}/9.png`)).error).toMatchObject(missing)
      for (const upsert of [true, false]) {
        const body = new Blob([png], { type: 'image/png' })
        expect((await files(stranger).upload(path, body, { upsert })).error).not.toBeNull()
        expect((await files(stranger).upload(`${ticketId}/8.png`, body, { upsert })).error).toMatchObject({
          statusCode: '403',
        })
      }
      const publicUrl = files(stranger).getPublicUrl(path).data.publicUrl
      expect((await fetch(publicUrl)).status).toBe(400)
    }
    const { data } = await files(customer).download(path)
    expect((await bytesOf(data)).equals(png)).toBe(true)
  })
})

describe('remove', () => {
  it('deletes the row and the bytes', async () => {
    const path = `${await freshTicket()}/gone.txt`
    await files(customer).upload(path, Buffer.from('x'), textFile)
    const before = (await blobsOnDisk()).length
    const { data } = await files(customer).remove([path, `${ticketId}/never.txt`])
    expect(data?.map((entry) => entry.name)).toEqual([path])
    expect((await blobsOnDisk()).length).toBe(before - 1)
    expect((await files(customer).download(path)).error).toMatchObject({ statusCode: '404' })
    const db = sql(stack)
    expect(await db`select 1 from storage.objects where name = ${path}`).toHaveLength(0)
    await db.end()
  })

  it('leaves no row without bytes after a kill during uploads', async () => {
    const dataDir = stack.dataDir
    const id = await freshTicket()
    const body = Buffer.alloc(1_000_000, 97)
    const sent = Array.from({ length: 8 }, (_, index) =>
      files(customer).upload(`${id}/k${index}.txt`, body, textFile),
    )
    await Promise.race(sent)
    await stack.kill()
    await Promise.allSettled(sent)
    stack = await startStack({ dataDir })
    const service = serviceClient(stack)
    const { data } = await files(service).list(id)
    expect(data?.length).toBeGreaterThan(0)
    for (const entry of data ?? []) {
      const read = await files(service).download(`${id}/${entry.name}`)
      expect((await bytesOf(read.data)).equals(body), entry.name).toBe(true)
    }
  }, 90_000)
})
