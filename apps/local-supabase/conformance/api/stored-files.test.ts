// What Storage 1.11.2 stores, and how it refuses. It asks the policies before it reads the bytes, and writes the row after
// them with a role that no policy binds; triggers decide then.
import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { serviceClient } from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ticket } from '../ticket'
import { openProject, type Person, type TestProject } from './project'

const bucket = 'ticket-attachments'
const text = { contentType: 'text/plain' }
const files = (client: SupabaseClient) => client.storage.from(bucket)

let target: TestProject
let person: Person
let customer: SupabaseClient
beforeAll(async () => {
  target = await openProject()
  person = await target.createPerson('customer')
  customer = await target.signIn(person)
}, 90_000)
afterAll(() => target?.close())

async function newTicket(): Promise<string> {
  const { data, error } = await customer.from('tickets').insert(ticket('Files')).select('id').single()
  if (error) throw error
  return data.id
}

const record = (path: string, size: number) =>
  customer.from('attachments').insert({
    ticket_id: path.split('/')[0],
    file_name: 'log.txt',
    file_type: 'text/plain',
    file_size: size,
    storage_path: path,
    uploaded_by: person.id,
  })

const tokenOf = async () => (await customer.auth.getSession()).data.session?.access_token ?? ''

/** Begins an upload whose last byte waits. @returns sends it, and answers with status and body */
async function stalledUpload(path: string, bytes: string) {
  const url = new URL(`${target.project.url}/storage/v1/object/${bucket}/${path}`)
  const headers = {
    apikey: target.project.publishableKey,
    authorization: `Bearer ${await tokenOf()}`,
    'content-type': 'text/plain',
    'content-length': bytes.length,
  }
  const send = url.protocol === 'https:' ? httpsRequest : httpRequest
  const sent = send(url, { method: 'POST', headers })
  const answer = new Promise<{ status: number; body: string }>((resolve, reject) => {
    sent.on('error', reject)
    sent.on('response', (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(parts).toString() }),
      )
    })
  })
  await new Promise<void>((resolve) => sent.write(bytes.slice(0, -1), () => resolve()))
  return () => {
    sent.end(bytes.slice(-1))
    return answer
  }
}

describe('a recorded file', () => {
  it('keeps its bytes when an upload ends that began before it was recorded', async () => {
    const path = `${await newTicket()}/${randomUUID()}.txt`
    const finish = await stalledUpload(path, 'other bytes')
    // The trial insert runs before the body is read.
    await new Promise((resolve) => setTimeout(resolve, 500))
    expect((await files(customer).upload(path, Buffer.from('the bytes'), text)).error).toBeNull()
    expect((await record(path, 9)).error).toBeNull()
    const { status, body } = await finish()
    expect([status, JSON.parse(body)]).toMatchObject([400, { statusCode: '409' }])
    expect(await (await files(customer).download(path)).data?.text()).toBe('the bytes')
  })

  it('stays when the secret key replaces, moves or deletes it, until its record is gone', async () => {
    const service = serviceClient(target.project)
    const path = `${await newTicket()}/${randomUUID()}.txt`
    expect((await files(customer).upload(path, Buffer.from('the bytes'), text)).error).toBeNull()
    expect((await record(path, 9)).error).toBeNull()
    const over = await files(service).upload(path, Buffer.from('x'), { ...text, upsert: true })
    expect(over.error).toMatchObject({ statusCode: '409' })
    expect((await files(service).move(path, path.replace('.txt', 'x.txt'))).error).not.toBeNull()
    expect((await files(service).remove([path])).data).toEqual([])
    expect(await (await files(customer).download(path)).data?.text()).toBe('the bytes')
    expect((await customer.from('attachments').delete().eq('storage_path', path)).error).toBeNull()
    expect((await files(service).remove([path])).data).toHaveLength(1)
  })
})

it('stores ten files of one person on a ticket when 24 arrive at once', async () => {
  const id = await newTicket()
  const sent = await Promise.all(
    Array.from({ length: 24 }, (_, n) => files(customer).upload(`${id}/n${n}.txt`, Buffer.from('x'), text)),
  )
  const refused = sent.flatMap(({ error }) => error ?? [])
  expect(refused).toHaveLength(14)
  for (const error of refused) expect(error).toMatchObject({ statusCode: '403' })
  const { data } = await files(serviceClient(target.project)).list(id)
  expect(data).toHaveLength(10)
})

it('stores no file above the limit of the bucket that comes without a length', async () => {
  const id = await newTicket()
  const answer = await fetch(`${target.project.url}/storage/v1/object/${bucket}/${id}/large.txt`, {
    method: 'POST',
    headers: {
      apikey: target.project.publishableKey,
      authorization: `Bearer ${await tokenOf()}`,
      'content-type': 'text/plain',
    },
    body: new Blob([Buffer.alloc(6 * 1024 * 1024, 97)]).stream(),
    ...{ duplex: 'half' },
  })
  await answer.body?.cancel()
  expect(answer.ok).toBe(false)
  expect((await files(serviceClient(target.project)).list(id)).data).toEqual([])
})

describe('a token that is not valid', () => {
  const call = async (method: string, path: string) => {
    const token = (await tokenOf()).replace(/[^.]+$/, 'c2lnbmF0dXJl')
    const headers = { apikey: target.project.publishableKey, authorization: `Bearer ${token}`, ...textHeader }
    const url = `${target.project.url}/storage/v1/object/${path}`
    const answer = await fetch(url, { method, headers, ...(method === 'POST' && { body: 'x' }) })
    return [answer.status, await answer.json()]
  }
  const textHeader = { 'content-type': 'text/plain' }

  it('is refused with 403 in a 400 where a user is needed', async () => {
    const refused = { statusCode: '403', code: 'AccessDenied', message: 'signature verification failed' }
    expect(await call('POST', `${bucket}/x.txt`)).toMatchObject([400, refused])
    expect(await call('GET', `authenticated/${bucket}/x.txt`)).toMatchObject([400, refused])
  })

  it('hides the bucket where anonymous callers may read', async () => {
    const missing = { statusCode: '404', code: 'NoSuchBucket', message: 'Bucket not found' }
    expect(await call('GET', `${bucket}/x.txt`)).toMatchObject([400, missing])
  })
})
