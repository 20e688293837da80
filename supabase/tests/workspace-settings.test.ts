import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  insertAttachment,
  createUsers,
  type TestUser,
  type TestUsers,
  db,
  expectForbidden,
  expectError,
  expectRows,
  insertStoredFile,
  insertTicket,
} from './support/backend'
import { searchTickets } from './support/found-tickets'
import { resetSettings } from './support/reset-settings'

let people: TestUsers
beforeAll(async () => {
  people = await createUsers()
})
afterEach(() => resetSettings(db))
const set = (who: 'admin' | 'agent' | 'owner', change: Record<string, unknown>) =>
  people[who].client.from('workspace_settings').update(change).eq('id', true).select()

describe('workspace_settings', () => {
  it('is one row, visible to signed-in users', async () => {
    const { admin, agent, owner, visitor } = people
    for (const { client } of [admin, agent, owner])
      expectRows(await client.from('workspace_settings').select(), 1)
    expectForbidden(await visitor.from('workspace_settings').select())
    await expect(db`insert into public.workspace_settings default values`).rejects.toThrow()
    await expect(db`insert into public.workspace_settings (id) values (false)`).rejects.toThrow()
  })

  it('is updated by admins only, and audited', async () => {
    const { admin } = people
    expectRows(await set('admin', { workspace_name: 'Acme Support', support_email: 'help@acme.example' }), 1)
    const [row] = await db`select actor_id, from_value, to_value from public.audit_log
      where action = 'settings_changed' order by created_at desc limit 1`
    expect(row).toMatchObject({
      actor_id: admin.id,
      from_value: { workspace_name: 'Helpdesk', support_email: null },
      to_value: { workspace_name: 'Acme Support', support_email: 'help@acme.example' },
    })
    for (const who of ['agent', 'owner'] as const) expectRows(await set(who, { workspace_name: 'Mine' }), 0)
    expectForbidden(await admin.client.from('workspace_settings').delete().eq('id', true))
    expect((await db`select workspace_name from public.workspace_settings`)[0]?.workspace_name).toBe(
      'Acme Support',
    )
  })

  it.each(['Mars/Olympus', 'posix/Europe/Berlin', '', 'CEST-2'])('refuses the time zone %j', async (zone) => {
    expectError(await set('admin', { time_zone: zone }), 'time_zone')
  })

  it('shows visitors the support address only', async () => {
    const { admin, visitor, owner } = people
    expect((await visitor.rpc('support_address')).data).toBeNull()
    await set('admin', { support_email: 'help@acme.example' })
    for (const client of [visitor, owner.client, admin.client])
      expect(await client.rpc('support_address')).toMatchObject({ error: null, data: 'help@acme.example' })
    expectForbidden(await visitor.from('workspace_settings').select('support_email'))
  })

  it('names tickets in searches: by the prefix of the workspace and no other', async () => {
    const { admin, agent, owner } = people
    const id = await insertTicket(owner)
    const [row] = await db`select number::int from public.tickets where id = ${id}`
    const found = async ({ client }: TestUser, query: string) =>
      (await searchTickets(client, { text: query }, { sort_by: 'relevance' })).map(({ id }) => id)
    await set('admin', { ticket_prefix: 'ACME' })
    for (const who of [admin, agent, owner])
      for (const query of [`ACME-${row?.number}`, `acme-${row?.number}`, `#${row?.number}`, `${row?.number}`])
        expect((await found(who, query))[0], query).toBe(id)
    expect(await found(agent, `TICKET-${row?.number}`)).not.toContain(id)
    expect(await found(people.otherCustomer, `ACME-${row?.number}`)).not.toContain(id)
  })

  it('returns the limits with a ticket', async () => {
    const { owner } = people
    const ticket_id = await insertTicket(owner)
    await set('admin', { max_files: 2, max_file_bytes: 1048576 })
    const { data } = await owner.client.rpc('get_ticket_detail', { ticket_id })
    expect(data).toMatchObject({ limits: { max_files: 2, max_file_bytes: 1048576 } })
  })

  it.each([
    [{ workspace_name: ' ' }],
    [{ support_email: 'nobody' }],
    [{ default_priority: 'now' }],
    [{ ticket_prefix: 'A' }],
    [{ ticket_prefix: 'ABCDEFGHIJK' }],
    [{ ticket_prefix: 'a.*' }],
    [{ invite_days: 8 }],
    [{ invite_days: 0 }],
    [{ max_files: 6 }],
    [{ max_file_bytes: 5242881 }],
    [{ working_days: [] }],
    [{ working_days: [0, 1] }],
    [{ working_days: [1, 1] }],
    [{ working_days: [2, 1] }],
    [{ working_days: [null] }],
    [{ opens_at: '17:00' }],
  ])('rejects %j, which is beyond its limits', async (change) => {
    expect((await set('admin', change)).error?.code).toBe('23514')
  })

  it('applies default_priority to tickets without a priority', async () => {
    const { owner } = people
    const raise = (values: object) =>
      owner.client
        .from('tickets')
        .insert({ subject: 'No tone', description: 'The line is dead.', ...values })
        .select('priority')
        .single()
    await set('admin', { default_priority: 'high' })
    expect((await raise({})).data).toEqual({ priority: 'high' })
    expect((await raise({ priority: 'low' })).data).toEqual({ priority: 'low' })
  })

  it('applies invite_days to the next invite', async () => {
    await set('admin', { invite_days: 2 })
    const { data } = await people.admin.client
      .rpc('create_invite', { email: 'two.days@example.net', role: 'agent' })
      .single<{ expires_at: string }>()
    const days = (Date.parse(data?.expires_at ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(1.99)
    expect(days).toBeLessThan(2.01)
  })

  it('enforces max_files and max_file_bytes in database and bucket', async () => {
    const { owner } = people
    const ticket = await insertTicket(owner)
    await set('admin', { max_files: 1, max_file_bytes: 2048 })
    const add = async (changes: { file_size?: number }) =>
      owner.client.from('attachments').insert(await insertStoredFile(ticket, owner, changes))
    expectError(await add({ file_size: 2049 }), 'attachment_too_large', 'File is larger than 2048 bytes')
    expect((await add({ file_size: 2048 })).error).toBeNull()
    expectError(await add({}), 'attachment_limit', 'Too many files')
    const [bucket] =
      await db`select file_size_limit::int as bytes from storage.buckets where id = 'ticket-attachments'`
    expect(bucket?.bytes).toBe(2048)
    const upload = (bytes: number, name: string) =>
      owner.client.storage
        .from('ticket-attachments')
        .upload(`${ticket}/${name}.txt`, new Blob(['x'.repeat(bytes)], { type: 'text/plain' }), {
          contentType: 'text/plain',
        })
    expect((await upload(2049, 'big')).error?.message).toMatch(/exceeded|too large/i)
    expect((await upload(2048, 'fits')).error).toBeNull()
  })

  it('keeps existing files under a lower limit', async () => {
    const { owner } = people
    const ticket = await insertTicket(owner)
    for (let n = 0; n < 3; n += 1) await insertAttachment(owner, ticket)
    await set('admin', { max_files: 1 })
    expectRows(await owner.client.from('attachments').select('id').eq('ticket_id', ticket), 3)
  })
})
