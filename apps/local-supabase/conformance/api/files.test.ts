import { randomUUID } from 'node:crypto'
import { anonClient, serviceClient } from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ticket } from '../ticket'
import { openProject, type TestProject } from './project'

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
const text = { contentType: 'text/plain' }
const files = (client: SupabaseClient) => client.storage.from('ticket-attachments')

let target: TestProject
let customer: SupabaseClient
let other: SupabaseClient
let folder = ''
beforeAll(async () => {
  target = await openProject()
  customer = await target.signIn(await target.createPerson('customer'))
  other = await target.signIn(await target.createPerson('customer'))
  const { data, error } = await customer.from('tickets').insert(ticket('Files')).select('id').single()
  if (error) throw error
  folder = data.id
  const upload = await files(customer).upload(`${folder}/1.png`, png, { contentType: 'image/png' })
  if (upload.error) throw upload.error
}, 90_000)
afterAll(() => target?.close())

describe('the bucket of attachments', () => {
  it('returns the bytes to their owner, directly and through a signed URL', async () => {
    const { data } = await files(customer).download(`${folder}/1.png`)
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(png)).toBe(true)
    const link = await files(customer).createSignedUrl(`${folder}/1.png`, 60)
    expect(link.error).toBeNull()
    const answer = await fetch(link.data?.signedUrl ?? '')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect((await fetch((link.data?.signedUrl ?? '').replace('/1.png', '/2.png'))).ok).toBe(false)
  })

  it('decodes the name of a download once', async () => {
    const name = 'Größe 50% (2).png'
    const link = await files(customer).createSignedUrl(`${folder}/1.png`, 60)
    const answer = await fetch(`${link.data?.signedUrl}&download=${encodeURIComponent(name)}`)
    await answer.body?.cancel()
    const sent = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1]
    expect(decodeURIComponent(sent ?? '')).toBe(name)
    // The client's option encodes the name twice: Storage 1.11.2 then answers with the encoded name.
    const twice = await files(customer).createSignedUrl(`${folder}/1.png`, 60, { download: name })
    const encoded = await fetch(twice.data?.signedUrl ?? '')
    await encoded.body?.cancel()
    expect(encoded.headers.get('content-disposition')).toContain('Gr%25C3%25B6')
  })

  it('serves files so that caches ask again, as the portal uploads them', async () => {
    const { data } = await customer.auth.getSession()
    const headers = {
      authorization: `Bearer ${data.session?.access_token}`,
      apikey: target.project.publishableKey,
    }
    const path = `${target.project.url}/storage/v1/object/ticket-attachments/${folder}/cached.txt`
    const stored = await fetch(path, {
      method: 'POST',
      body: 'x',
      headers: { ...headers, 'content-type': 'text/plain', 'cache-control': 'private, no-cache' },
    })
    expect(stored.status).toBe(200)
    const answer = await fetch(path, { headers })
    expect([await answer.text(), answer.headers.get('cache-control')]).toEqual(['x', 'private, no-cache'])
    expect((await files(customer).remove([`${folder}/cached.txt`])).error).toBeNull()
  })

  it('rejects types and sizes that the bucket does not accept, and a second file of the same name', async () => {
    const name = `${folder}/${randomUUID()}`
    const html = await files(customer).upload(`${name}.png`, Buffer.from('<b>'), { contentType: 'text/html' })
    expect(html.error).toMatchObject({ statusCode: '415' })
    const large = await files(customer).upload(`${name}.txt`, Buffer.alloc(5 * 1024 * 1024 + 1, 97), text)
    expect(large.error).toMatchObject({ statusCode: '413' })
    const again = await files(customer).upload(`${folder}/1.png`, png, { contentType: 'image/png' })
    expect(again.error).toMatchObject({ statusCode: '409' })
  })

  it('rejects every call of other customers and anonymous callers', async () => {
    for (const stranger of [other, anonClient(target.project)]) {
      expect((await files(stranger).download(`${folder}/1.png`)).error).not.toBeNull()
      expect((await files(stranger).createSignedUrl(`${folder}/1.png`, 60)).error).not.toBeNull()
      expect((await files(stranger).upload(`${folder}/8.txt`, Buffer.from('x'), text)).error).not.toBeNull()
      expect((await files(stranger).remove([`${folder}/1.png`])).data).toEqual([])
    }
  })

  // Storage asks the policy for each object of the bucket: over 20,000 objects a list took 30 seconds.
  it('lists nothing for users, whose policies refuse it, and everything for the secret key', async () => {
    for (const client of [customer, other, anonClient(target.project)])
      for (const prefix of [folder, '']) expect((await files(client).list(prefix)).data).toEqual([])
    const { data } = await files(serviceClient(target.project)).list(folder)
    expect(data?.map(({ name }) => name)).toEqual(['1.png'])
  })
})
