import { randomUUID } from 'node:crypto'
import { serviceClient } from '@helpdesk/testing/stack'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { attachmentValues, db, type TestUser, createUser, stack, insertTicket } from '../support/backend'
import { tamperedToken } from './support/tokens'
import { testAttacks, bucket, request, createAttackFixture, type AttackFixture } from './support/attack'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let s: AttackFixture
const bytes = (text = 'hello', type = 'text/plain') => new Blob([text], { type })
const files = (who: TestUser) => who.client.storage.from(bucket)

beforeAll(async () => {
  s = await createAttackFixture()
  // Stores the files of the fixture's records.
  for (const [who, path] of [
    [s.owner, s.file.storage_path],
    [s.agent, s.noteFile.storage_path],
    [s.agent, s.ownNoteFile.storage_path],
  ] as const) {
    // Recorded paths accept uploads from the service only.
    const { error } = await serviceClient(stack).storage.from(bucket).upload(path, bytes())
    if (error) throw error
    await db`update storage.objects set owner_id = ${who.id} where name = ${path}`
  }
})

describe('files of another customer', () => {
  testAttacks(
    {
      'downloads one': (x) => files(x.otherCustomer).download(x.file.storage_path),
      'asks whether one exists': (x) => files(x.otherCustomer).exists(x.file.storage_path),
      'asks for the details of one': (x) => files(x.otherCustomer).info(x.file.storage_path),
      'signs its address': (x) => files(x.otherCustomer).createSignedUrl(x.file.storage_path, 60),
      'signs many addresses at once': async (x) => {
        const { data } = await files(x.otherCustomer).createSignedUrls(
          [x.file.storage_path, x.noteFile.storage_path],
          60,
        )
        expect(data?.map(({ signedUrl }) => signedUrl)).toEqual([null, null])
      },
      'signs an address to upload to': (x) =>
        files(x.otherCustomer).createSignedUploadUrl(`${x.victimTicket}/x.txt`),
      'asks for the public address': async (x) => {
        const { data } = files(x.otherCustomer).getPublicUrl(x.file.storage_path)
        expect((await fetch(data.publicUrl)).status).toBeGreaterThanOrEqual(400)
      },
      'lists the folder': (x) => files(x.otherCustomer).list(x.victimTicket),
      'lists the folder with a search': (x) => files(x.otherCustomer).list(x.victimTicket, { search: 'a' }),
      'lists all folders': (x) => files(x.otherCustomer).list(),
      'lists the buckets': (x) => x.otherCustomer.client.storage.listBuckets(),
      'uploads into the folder': (x) => files(x.otherCustomer).upload(`${x.victimTicket}/x.txt`, bytes()),
      'uploads over a file': (x) =>
        files(x.otherCustomer).upload(x.file.storage_path, bytes('bad'), { upsert: true }),
      'updates a file': (x) => files(x.otherCustomer).update(x.file.storage_path, bytes('bad')),
      'moves a file to an own ticket': (x) =>
        files(x.otherCustomer).move(x.file.storage_path, `${x.ownTicket}/x.txt`),
      'copies a file to an own ticket': (x) =>
        files(x.otherCustomer).copy(x.file.storage_path, `${x.ownTicket}/x.txt`),
      'removes a file': (x) => files(x.otherCustomer).remove([x.file.storage_path]),
      'empties the bucket': (x) => x.otherCustomer.client.storage.emptyBucket(bucket),
      'deletes the bucket': (x) => x.otherCustomer.client.storage.deleteBucket(bucket),
      'opens the bucket to the public': (x) =>
        x.otherCustomer.client.storage.updateBucket(bucket, { public: true }),
      'creates a bucket': (x) => x.otherCustomer.client.storage.createBucket('mine', { public: true }),
      'uploads to a folder of no ticket': (x) =>
        files(x.otherCustomer).upload(`${randomUUID()}/x.txt`, bytes()),
      'uploads to no folder': (x) => files(x.otherCustomer).upload('x.txt', bytes()),
      'uploads to a folder in the folder': (x) =>
        files(x.otherCustomer).upload(`${x.ownTicket}/in/x.txt`, bytes()),
      'uploads HTML': (x) =>
        files(x.otherCustomer).upload(`${x.ownTicket}/x.html`, bytes('<script>', 'text/html')),
      'uploads a picture with script': (x) =>
        files(x.otherCustomer).upload(
          `${x.ownTicket}/x.svg`,
          bytes('<svg onload="alert(1)"/>', 'image/svg+xml'),
        ),
      'uploads HTML as a picture': (x) =>
        files(x.otherCustomer).upload(
          `${x.ownTicket}/x.png`,
          bytes('<script>alert(1)</script>', 'image/png'),
          {
            contentType: 'image/png',
          },
        ),
      'uploads a page under a double extension': (x) =>
        files(x.otherCustomer).upload(`${x.ownTicket}/x.html.png`, bytes('x', 'image/png')),
      'uploads a page under a name with a line break': (x) =>
        files(x.otherCustomer).upload(`${x.ownTicket}/x%0A.txt`, bytes()),
      'uploads in capitals of the extension': (x) =>
        files(x.otherCustomer).upload(`${x.ownTicket}/x.TXT`, bytes()),
      'uploads in the name of the ticket in capitals': (x) =>
        files(x.otherCustomer).upload(`${x.ownTicket.toUpperCase()}/x.txt`, bytes()),
      'inserts a record for the file': (x) =>
        x.otherCustomer.client
          .from('attachments')
          .insert({ ...attachmentValues(x.ownTicket, x.otherCustomer), storage_path: x.file.storage_path }),
      'inserts a record on an own ticket for the file of a note': (x) =>
        x.otherCustomer.client.from('attachments').insert({
          ...attachmentValues(x.ownTicket, x.otherCustomer),
          storage_path: x.ownNoteFile.storage_path,
        }),
      'changes the path of a record': (x) =>
        x.otherCustomer.client.from('attachments').update({ storage_path: 'x' }).eq('id', x.file.id),
      'deletes the record': (x) =>
        x.otherCustomer.client.from('attachments').delete().eq('id', x.file.id).select(),
      'records a file for somebody else': (x) =>
        x.otherCustomer.client
          .from('attachments')
          .insert({ ...attachmentValues(x.ownTicket, x.otherCustomer), uploaded_by: x.owner.id }),
      'records a path with dots': (x) =>
        x.otherCustomer.client.from('attachments').insert({
          ...attachmentValues(x.ownTicket, x.otherCustomer),
          storage_path: `${x.ownTicket}/../${x.victimTicket}/a.txt`,
        }),
      'records a file of another type': (x) =>
        x.otherCustomer.client
          .from('attachments')
          .insert({ ...attachmentValues(x.ownTicket, x.otherCustomer), file_type: 'image/svg+xml' }),
      'records a name with a path': (x) =>
        x.otherCustomer.client
          .from('attachments')
          .insert({ ...attachmentValues(x.ownTicket, x.otherCustomer), file_name: '..\\..\\evil.txt' }),
    },
    () => s,
  )

  /** Spellings of a path that could pass a check of its first folder. */
  const disguised = (own: string, path: string): Record<string, string> => ({
    'two dots': `${own}/../${path}`,
    'encoded dots': `${own}/%2e%2e/${path}`,
    'encoded slashes': `${own}%2f..%2f${path}`,
    'doubly encoded slashes': `${own}%252f..%252f${path}`,
    backslashes: `${own}\\..\\${path}`,
    'a double slash': `/${path}`,
    'a dot': `./${path}`,
    'a zero byte': `${own}/%00../${path}`,
    'an overlong slash': `${own}%c0%af..%c0%af${path}`,
    'a trailing dot': `${path}.`,
    'a trailing slash': `${path}/`,
    'a trailing blank': `${path}%20`,
    'the path in capitals': path.toUpperCase(),
    'the bucket again': `${bucket}/${path}`,
    'a semicolon': `${own};/../${path}`,
  })
  it.each(Object.keys(disguised('', '')))('cannot be read, signed or removed by %s', async (how) => {
    const path = disguised(s.ownTicket, s.file.storage_path)[how] ?? ''
    const before = await db`select name from storage.objects where name = ${s.file.storage_path}`
    for (const [verb, place, body] of [
      ['GET', `object/${bucket}/${path}`],
      ['GET', `object/authenticated/${bucket}/${path}`],
      ['GET', `object/info/authenticated/${bucket}/${path}`],
      ['POST', `object/sign/${bucket}/${path}`, '{"expiresIn":60}'],
      ['DELETE', `object/${bucket}/${path}`],
    ] as const) {
      const { status, text } = await request(s.otherCustomer, `/storage/v1/${place}`, { method: verb, body })
      expect(status, `${verb} ${place}`).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
      expect(text).not.toContain('hello')
    }
    expect(await db`select name from storage.objects where name = ${s.file.storage_path}`).toEqual(before)
  })
})

describe('signed URLs', () => {
  const signed = async () =>
    (await files(s.owner).createSignedUrl(s.file.storage_path, 60)).data?.signedUrl ?? ''

  it('open the signed file only', async () => {
    const url = new URL(await signed())
    expect(await (await fetch(url)).text()).toBe('hello')
    const other = new URL(url.href.replace(s.file.storage_path, s.noteFile.storage_path))
    expect((await fetch(other)).status).toBe(400)
  })

  it('fail when modified, without a token, or with a session as token', async () => {
    const url = new URL(await signed())
    const token = url.searchParams.get('token') ?? ''
    const session = (await s.owner.client.auth.getSession()).data.session?.access_token ?? ''
    for (const bad of [
      '',
      'x',
      tamperedToken(token, { url: `${bucket}/${s.noteFile.storage_path}` }),
      session,
    ]) {
      url.searchParams.set('token', bad)
      expect((await fetch(url)).status, bad).toBe(400)
    }
    // The token of a signed URL is not a session.
    const { status } = await request(undefined, '/rest/v1/tickets', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(status).toBe(401)
  })

  it('expire', async () => {
    const { data } = await files(s.owner).createSignedUrl(s.file.storage_path, 1)
    const status = async () => (await fetch(data?.signedUrl ?? '')).status
    await vi.waitFor(async () => expect(await status()).toBe(400), { timeout: 20_000, interval: 250 })
  })

  it.each([
    [
      'was deactivated',
      (id: string) => db`update public.profiles set deactivated_at = now() where id = ${id}`,
    ],
    ['left the staff', (id: string) => db`update public.profiles set role = 'customer' where id = ${id}`],
    ['signed out', (id: string) => db`delete from auth.sessions where user_id = ${id}`],
  ])('expire with the rights of their signer, who %s', async (_, leave) => {
    const signer = await createUser('agent', 'Lena Leaver')
    const url = async (who: TestUser) =>
      (await files(who).createSignedUrl(s.file.storage_path, 60)).data?.signedUrl ?? ''
    const [theirs, other] = [await url(signer), await url(s.owner)]
    expect((await fetch(theirs)).status).toBe(200)
    await leave(signer.id)
    expect((await fetch(theirs)).status).toBe(400)
    expect((await fetch(other)).status).toBe(200)
  })

  it('expire when the ticket gets another customer', async () => {
    const url = await signed()
    await db`update public.tickets set customer_id = ${s.otherCustomer.id} where id = ${s.victimTicket}`
    expect((await fetch(url)).status).toBe(400)
    await db`update public.tickets set customer_id = ${s.owner.id} where id = ${s.victimTicket}`
    expect((await fetch(url)).status).toBe(200)
  })

  it.each([3601, 31_536_000])('are rejected for %s seconds: the maximum is an hour', async (seconds) => {
    expect((await files(s.owner).createSignedUrl(s.file.storage_path, seconds)).error).not.toBeNull()
    expect((await files(s.owner).createSignedUrls([s.file.storage_path], seconds)).error).not.toBeNull()
  })

  it('are a week long at most with the secret key, which links large files in mails', async () => {
    const secret = serviceClient(stack).storage.from(bucket)
    const week = 7 * 24 * 3600
    expect((await secret.createSignedUrl(s.file.storage_path, week)).error).toBeNull()
    expect((await secret.createSignedUrl(s.file.storage_path, week + 1)).error).not.toBeNull()
  })

  it.each([0, -1, 0.5])('are rejected for %s seconds', async (seconds) => {
    expect((await files(s.owner).createSignedUrl(s.file.storage_path, seconds)).error).not.toBeNull()
  })

  it('serve files that browsers do not execute: nosniff, sandbox, text as download', async () => {
    const { headers } = await request(
      s.owner,
      `/storage/v1/object/authenticated/${bucket}/${s.file.storage_path}`,
    )
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('content-disposition')).toMatch(/^attachment/)
  })

  it('cannot become a page by the name of the download', async () => {
    const url = `${await signed()}&download=${encodeURIComponent('x"\r\nset-cookie: a=b\r\n\r\n<script>.html')}`
    const response = await fetch(url)
    expect(response.headers.get('set-cookie')).toBeNull()
    expect(response.headers.get('content-type')).toBe('text/plain')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename\*=UTF-8''x%22%0D%0A/)
  })
})

it('are lost with their ticket, and its bytes become inaccessible', async () => {
  const ticket = await insertTicket(s.owner)
  const path = `${ticket}/${randomUUID()}.txt`
  await files(s.owner).upload(path, bytes())
  await s.admin.client.from('tickets').delete().eq('id', ticket)
  for (const who of [s.owner, s.otherCustomer]) expect((await files(who).download(path)).error).not.toBeNull()
})
