/** A project that already has what the rules of today refuse takes the migrations, and its rows can be read again. */
import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { startHostedDatabase, type HostedDatabase } from '@helpdesk/testing/hosted'
import postgres, { type Sql } from 'postgres'
import { afterAll, beforeAll, expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../migrations', import.meta.url))
/** Where the migrations begin that bring the rules. */
const rules = '20261123'
let project: HostedDatabase
let owner: Sql

async function migrate(wanted: (file: string) => boolean) {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  for (const file of files.filter(wanted)) {
    const text = await readFile(`${folder}/${file}`, 'utf8')
    await owner.begin((tx) => tx.unsafe(text))
  }
}

beforeAll(async () => {
  project = await startHostedDatabase()
  owner = postgres(project.url, { max: 1, onnotice: () => {} })
})
afterAll(async () => {
  await owner?.end()
  await project?.stop()
})

it('drops values that are too deep and makes lists of tags of odd arrays', async () => {
  await migrate((file) => file < rules)
  const [id, other] = [randomUUID(), randomUUID()]
  const platform = postgres(project.adminUrl, { max: 1, onnotice: () => {} })
  for (const [user, email] of [
    [id, 'old@example.com'],
    [other, 'other@example.com'],
  ])
    await platform`insert into auth.users ${platform({ id: user, email, aud: 'authenticated', role: 'authenticated' })}`
  const deep = `${'{"a":'.repeat(1000)}1${'}'.repeat(1000)}`
  await platform`update auth.users set raw_user_meta_data
    = jsonb_build_object('full_name', 'Old User', 'long', repeat('x', 20000), 'deep', ${deep}::text::jsonb) where id = ${id}`
  const path = (ticket: string) => `${ticket}/1.txt`
  const ticket = randomUUID()
  await owner`insert into public.tickets (id, subject, description, created_by, customer_id, metadata, tags) values
    (${ticket}, 'Deep', 'Ten letters and more.', ${id}, ${id}, ${deep}::text::jsonb, '{{a,b},{b,null}}'),
    (${randomUUID()}, 'Flat', 'Ten letters and more.', ${id}, ${id}, '{"kept": true}', '{" ",null}')`
  // Tags that a customer gave, that staff gave, and both; of a ticket that somebody else created nothing is the customer's.
  const tagged = (subject: string, tags: string | null, author = id) => owner`
    insert into public.tickets (subject, description, created_by, customer_id, tags)
    values (${subject}, 'Ten letters and more.', ${author}, ${id}, ${tags}::text::text[])`
  await tagged('Given', '{given}')
  await tagged('Raised for', '{vip}', other)
  await tagged('Staff', null)
  await tagged('Staff and given', '{given}')
  await owner`update public.tickets set tags = '{vip}' where subject = 'Staff'`
  await owner`update public.tickets set tags = '{vip,given}' where subject = 'Staff and given'`
  await owner`update public.tickets set tags = '{vip}' where subject = 'Staff and given'`
  await owner`insert into public.macros (owner_id, name, add_tags) values (${id}, 'Odd', '[0:1]={a," "}')`
  const hidden = '\u200b\u2060'
  await owner`insert into public.macros (owner_id, name, set_status, add_tags) values
    (${id}, ${hidden}, null, ${[hidden]}), (${id}, ${`M${hidden}`}, 'open', ${[hidden, 'b']}),
    (${id}, 'Status', 'open', ${['\t'.repeat(41)]})`
  await owner`insert into public.saved_views (owner_id, name, filter) values (${id}, ${hidden}, '{}')`
  await owner`update public.workspace_settings set workspace_name = ${hidden}`
  await tagged('Tabs', `{"${'\t'.repeat(40)}x","${'\t'.repeat(41)}","${'y'.repeat(39)}\t\tz"}`)
  await platform`insert into storage.objects ${platform({ bucket_id: 'ticket-attachments', name: path(ticket), version: 'v1' })}`
  await owner`insert into public.attachments (ticket_id, file_name, file_type, file_size, storage_path, uploaded_by)
    values (${ticket}, '1.txt', 'text/plain', 1, ${path(ticket)}, ${id})`

  await migrate((file) => file >= rules)
  const rows = await owner`select subject, metadata, tags, version from public.tickets
    where subject in ('Deep', 'Flat') order by subject`
  expect([...rows]).toEqual([
    { subject: 'Deep', metadata: null, tags: ['a', 'b'], version: 1 },
    { subject: 'Flat', metadata: { kept: true }, tags: null, version: 1 },
  ])
  const macros = await owner`select name, body, add_tags from public.macros order by name`
  expect([...macros]).toEqual([
    { name: 'M', body: '', add_tags: ['b'] },
    { name: 'Odd', body: '', add_tags: ['a'] },
    { name: 'Status', body: '', add_tags: null },
    { name: 'Untitled', body: 'Untitled', add_tags: [] },
  ])
  expect([...(await owner`select name from public.saved_views`)]).toEqual([{ name: 'Untitled' }])
  expect([...(await owner`select workspace_name from public.workspace_settings`)]).toEqual([
    { workspace_name: 'Helpdesk' },
  ])
  // Auth adds to the metadata when somebody confirms their address.
  const [user] = await platform`update auth.users
    set raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}' where id = ${id} returning raw_user_meta_data as data`
  expect(user?.data).toEqual({ full_name: 'Old User', role: 'customer', email_verified: true })
  await platform.end()
  const desk =
    await owner`select subject, t.tags as given, g.tags, t.tag_keys = private.tag_keys(g.tags, t.tags) as found
    from public.tickets t join public.ticket_tags g on g.ticket_id = t.id order by subject`
  expect([...desk]).toEqual([
    { subject: 'Deep', given: ['a', 'b'], tags: ['a', 'b'], found: true },
    { subject: 'Given', given: ['given'], tags: ['given'], found: true },
    { subject: 'Raised for', given: null, tags: ['vip'], found: true },
    { subject: 'Staff', given: null, tags: ['vip'], found: true },
    { subject: 'Staff and given', given: ['given'], tags: ['vip'], found: true },
    { subject: 'Tabs', given: ['x', 'y'.repeat(39)], tags: ['x', 'y'.repeat(39)], found: true },
  ])
  expect([...(await owner`select path, version from private.recorded_paths`)]).toEqual([
    { path: path(ticket), version: 'v1' },
  ])
})
