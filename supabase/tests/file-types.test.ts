/** Admins choose the file types; database, Storage and received mails keep to them. */
import { readFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { contentTypeOf, FILE_TYPES } from '../functions/_shared/received-mail/parts/file-types'
import { createUsers, db, expectForbidden, expectRows, insertTicket, type TestUsers } from './support/backend'
import { receive, replyAddress } from './support/mail'

/** What the portal has, which is built without the database. */
const source = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const portalTypes = Object.fromEntries(
  [...source('libs/tickets/src/model/file-types.ts').matchAll(/^ {2}'?(\w+)'?: '(\S+)',$/gm)].map(
    ([, name = '', type = '']) => [name, type],
  ),
)
const programs = [...source('apps/admin-console/src/model/file-types.ts').matchAll(/^ {4}'([a-z0-9 ]+)'/gm)]
  .flatMap(([, words = '']) => words.split(' '))
  .filter(Boolean)

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))
// Later files compare tables before and after, while the backend sends what is due.
afterAll(
  async () =>
    void (await db`delete from public.notification_outbox where kind in ('refused_files', 'received') and sent_at is null`),
)
afterEach(async () => {
  await db`update public.workspace_settings set file_types = default`
})

const accept = (file_types: unknown, who: 'admin' | 'agent' | 'owner' = 'admin') =>
  people[who].client.from('workspace_settings').update({ file_types }).eq('id', true).select('file_types')
const specified = ['png', 'jpg', 'jpeg', 'gif', 'pdf', 'doc', 'docx', 'txt']

describe('file_types', () => {
  it('are those of the specification until an admin changes them', async () => {
    const { data } = await people.owner.client.from('workspace_settings').select('file_types').single()
    expect(data).toEqual({ file_types: specified })
    for (const who of ['agent', 'owner'] as const) expectRows(await accept(['csv'], who), 0)
    expectRows(await accept(['csv', '7z']), 1)
    const [change] = await db`select actor_id, from_value, to_value from public.audit_log
      where action = 'settings_changed' order by created_at desc, id desc limit 1`
    expect(change).toEqual({
      actor_id: people.admin.id,
      from_value: { file_types: specified },
      to_value: { file_types: ['csv', '7z'] },
    })
  })

  it.each([
    ['nothing', []],
    ['null', null],
    ['a dot', ['.png']],
    ['capital letters', ['PNG']],
    ['a path', ['a/b']],
    ['an empty name', ['']],
    ['the same twice', ['png', 'png']],
    ['null within', ['png', null]],
    ['lists in lists', [['png'], ['pdf']]],
    ['too many', Array.from({ length: 61 }, (_, n) => `t${n}`)],
    ['long names', ['abcdefghijk']],
  ])('refuse %s', async (_name, list) => {
    const { error } = await accept(list)
    expect(error?.code).toMatch(/^(23514|23502)$/)
  })

  it('refuse programs, as the form does', async () => {
    expect(programs).toContain('swf')
    for (const type of programs) expect((await accept([type])).error?.code, type).toBe('23514')
    const [row] =
      await db`select count(*)::int as refused from unnest(${programs}::text[]) t where not private.is_extension_list(array[t])`
    expect(row).toEqual({ refused: programs.length })
  })

  it('have the same content types in the database, in mails and in the portal', async () => {
    expect(portalTypes).toEqual(FILE_TYPES)
    const names = [...Object.keys(FILE_TYPES), 'html', 'svg', 'xml', 'dwg', 'constructor', '__proto__']
    const rows = await db<
      { name: string; type: string }[]
    >`select name, private.content_type_of(name) as type from unnest(${names}::text[]) name`
    for (const { name, type } of rows) expect(contentTypeOf(name), name).toBe(type)
    for (const name of ['html', 'svg', 'xml', 'constructor', '__proto__'])
      expect(contentTypeOf(name)).toBe('application/octet-stream')
  })
})

describe('an uploaded file', () => {
  const upload = async (ticket: string, name: string, type: string) => {
    const { storage } = people.owner.client
    const path = `${ticket}/${name}`
    return storage
      .from('ticket-attachments')
      .upload(path, new Blob(['a,b\n1,2\n'], { type }), { contentType: type })
  }
  const record = (ticket: string, name: string, type: string, path = `${ticket}/${name}`) =>
    people.owner.client
      .from('attachments')
      .insert({
        ticket_id: ticket,
        file_name: name,
        file_type: type,
        file_size: 8,
        storage_path: path,
        uploaded_by: people.owner.id,
      })
      .select('file_name')

  it('of another type is refused by Storage and by the database, until it is accepted', async () => {
    const ticket = await insertTicket(people.owner)
    expect((await upload(ticket, 'list.csv', 'text/csv')).error).not.toBeNull()
    // A type that the bucket knows, with the ending of another.
    expect((await upload(ticket, 'list.csv', 'text/plain')).error).not.toBeNull()
    await accept([...specified, 'csv'])
    expect((await upload(ticket, 'list.csv', 'text/csv')).error).toBeNull()
    expectRows(await record(ticket, 'list.csv', 'text/csv'), 1)
    await accept(specified)
    // What was attached before stays.
    const { data } = await people.owner.client.from('attachments').select('file_name').eq('ticket_id', ticket)
    expect(data).toEqual([{ file_name: 'list.csv' }])
  })

  it('whose type is no longer accepted cannot be recorded', async () => {
    const ticket = await insertTicket(people.owner)
    await accept([...specified, 'csv'])
    expect((await upload(ticket, 'list.csv', 'text/csv')).error).toBeNull()
    await accept(specified)
    expectForbidden(await record(ticket, 'list.csv', 'text/csv'))
  })

  it('cannot be recorded under the name or type of another', async () => {
    const ticket = await insertTicket(people.owner)
    expect((await upload(ticket, '1.txt', 'text/plain')).error).toBeNull()
    expectForbidden(await record(ticket, 'photo.png', 'text/plain', `${ticket}/1.txt`))
    expectForbidden(await record(ticket, 'page.html', 'text/plain', `${ticket}/1.txt`))
    expectForbidden(await record(ticket, 'notes.txt', 'text/html', `${ticket}/1.txt`))
    expectRows(await record(ticket, 'notes.TXT', 'text/plain', `${ticket}/1.txt`), 1)
  })

  it('that a browser could run has a type that it only saves', async () => {
    const ticket = await insertTicket(people.owner)
    await accept([...specified, 'html', 'svg'])
    expect((await upload(ticket, 'page.html', 'text/html')).error).not.toBeNull()
    expect((await upload(ticket, 'page.svg', 'image/svg+xml')).error).not.toBeNull()
    expect((await upload(ticket, 'page.html', 'application/octet-stream')).error).toBeNull()
    expectForbidden(await record(ticket, 'page.html', 'text/html'))
    expectRows(await record(ticket, 'page.html', 'application/octet-stream'), 1)
    const { data } = await people.owner.client.storage
      .from('ticket-attachments')
      .createSignedUrl(`${ticket}/page.html`, 60)
    const response = await fetch(data?.signedUrl ?? '')
    expect(response.headers.get('content-type')).toBe('application/octet-stream')
    expect(response.headers.get('content-disposition')).toMatch(/^attachment/)
    await response.body?.cancel()
  })

  it('is accepted by a bucket whose own list follows the setting', async () => {
    await accept(['csv', 'dwg', 'jpg', 'jpeg'])
    const [bucket] = await db`select allowed_mime_types from storage.buckets where id = 'ticket-attachments'`
    expect(bucket).toEqual({ allowed_mime_types: ['application/octet-stream', 'image/jpeg', 'text/csv'] })
  })
})

describe('a file of a mail', () => {
  const csv = [
    ...[
      '--b',
      'Content-Type: text/plain',
      '',
      'See the list.',
      '--b',
      'Content-Type: text/csv; name="list.csv"',
    ],
    ...['Content-Disposition: attachment; filename="list.csv"', '', 'a,b', '--b--'],
  ].join('\r\n')
  const send = async (ticket: string) =>
    receive({
      from: people.owner.email,
      to: await replyAddress(ticket),
      headers: ['Content-Type: multipart/mixed; boundary=b'],
      text: csv,
    })
  const filesOf = async (ticket: string) =>
    (await db`select file_name, file_type from public.attachments where ticket_id = ${ticket}`).map(
      (row) => ({ ...row }),
    )

  it('is attached when its type is accepted, and named to its sender when not', async () => {
    const ticket = await insertTicket(people.owner)
    const refused = await send(ticket)
    expect(await filesOf(ticket)).toEqual([])
    const [row] =
      await db`select rejected_files, files_answer from private.mail_messages where id = ${refused.id}`
    expect(row).toMatchObject({
      rejected_files: [{ name: 'list.csv', reason: 'type' }],
      files_answer: 'waiting',
    })
    await accept(['csv'])
    await send(ticket)
    expect(await filesOf(ticket)).toEqual([{ file_name: 'list.csv', file_type: 'text/csv' }])
  })
})

it('the screen of a ticket knows the accepted types', async () => {
  const ticket = await insertTicket(people.owner)
  await accept(['csv'])
  const { data } = await people.owner.client.rpc('get_ticket_detail', { ticket_id: ticket })
  expect(data).toMatchObject({ limits: { file_types: ['csv'] } })
})
