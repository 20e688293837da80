import { beforeAll, describe, expect, it } from 'vitest'
import {
  attachmentValues,
  insertComment,
  db,
  expectError,
  type TestUser,
  createUser,
  insertStoredFile,
  insertTicket,
} from '../support/backend'
import { testAttacks, bucket, createAttackFixture, type AttackFixture, secret } from './support/attack'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let s: AttackFixture
beforeAll(async () => void (s = await createAttackFixture()))

describe('internal notes', () => {
  const comments = (x: AttackFixture) => x.otherCustomer.client.from('comments')

  testAttacks(
    {
      'reads them': (x) => comments(x).select('*').eq('ticket_id', x.ownTicket),
      'reads one by its id': (x) => comments(x).select('*').eq('id', x.ownNote),
      'asks for those that are internal': (x) => comments(x).select('*').eq('is_internal', true),
      'asks for those that are not public': (x) => comments(x).select('*').not('is_internal', 'is', false),
      'counts them': (x) => comments(x).select('*', { count: 'exact', head: true }).eq('is_internal', true),
      'counts them by the guess of the planner': (x) =>
        comments(x).select('*', { count: 'planned', head: true }).eq('is_internal', true),
      'counts them by an estimate': (x) =>
        comments(x).select('*', { count: 'estimated', head: true }).eq('is_internal', true),
      'guesses their words': (x) => comments(x).select('id').ilike('content', '%xyzzy%'),
      'guesses their words by range and the guess of the planner': (x) =>
        comments(x).select('id', { count: 'planned', head: true }).gte('content', 'n').lt('content', 'o'),
      'embeds them in the ticket': async (x) => {
        const { data } = await x.otherCustomer.client
          .from('tickets')
          .select('id, comments(*)')
          .eq('id', x.ownTicket)
        expect(data).toEqual([{ id: x.ownTicket, comments: [] }])
      },
      'filters tickets by them': (x) =>
        x.otherCustomer.client
          .from('tickets')
          .select('id, comments!inner(id)')
          .eq('comments.is_internal', true),
      'embeds them in a search': (x) =>
        x.otherCustomer.client.rpc('search_tickets').select('id, comments(*)'),
      'finds their words by searching tickets': (x) =>
        x.otherCustomer.client.rpc('search_tickets', { filter: { text: secret } }),
      'opens the screen of the ticket': async (x) => {
        const { data } = await x.otherCustomer.client.rpc('get_ticket_detail', { ticket_id: x.ownTicket })
        expect(data).toMatchObject({ comments: [], attachments: [], staff: null })
        expect(JSON.stringify(data)).not.toContain(secret)
      },
      'reads their events': (x) =>
        x.otherCustomer.client
          .from('ticket_events')
          .select('*')
          .eq('ticket_id', x.ownTicket)
          .neq('kind', 'created'),
      'asks for events of the kind': (x) =>
        x.otherCustomer.client
          .from('ticket_events')
          .select('*')
          .in('kind', ['note_added', 'note_edited', 'note_deleted']),
      'reads their files': (x) =>
        x.otherCustomer.client.from('attachments').select('*').eq('ticket_id', x.ownTicket),
      'embeds their files in the ticket': async (x) => {
        const { data } = await x.otherCustomer.client
          .from('tickets')
          .select('attachments(*)')
          .eq('id', x.ownTicket)
        expect(data).toEqual([{ attachments: [] }])
      },
      'downloads a file of one': (x) =>
        x.otherCustomer.client.storage.from(bucket).download(x.ownNoteFile.storage_path),
      'signs the address of a file of one': (x) =>
        x.otherCustomer.client.storage.from(bucket).createSignedUrl(x.ownNoteFile.storage_path, 60),
      'writes one': (x) => comments(x).insert({ ticket_id: x.ownTicket, content: 'x', is_internal: true }),
      'makes an own comment one': (x) =>
        comments(x).update({ is_internal: true }).eq('ticket_id', x.ownTicket),
      'makes one public': (x) => comments(x).update({ is_internal: false }).eq('id', x.ownNote),
      'changes one': (x) => comments(x).update({ content: 'x' }).eq('id', x.ownNote).select(),
      'deletes one': (x) => comments(x).delete().eq('id', x.ownNote).select(),
      'hangs a file on one': (x) =>
        x.otherCustomer.client
          .from('attachments')
          .insert({ ...attachmentValues(x.ownTicket, x.otherCustomer), comment_id: x.ownNote }),
      'keeps a draft of one': (x) =>
        x.otherCustomer.client.rpc('save_draft', { ticket_id: x.ownTicket, kind: 'note', content: 'x' }),
      'reads the drafts of staff': (x) =>
        x.otherCustomer.client.from('ticket_drafts').select('*').eq('ticket_id', x.ownTicket),
      'reads the mails that wait': (x) => x.otherCustomer.client.from('notification_outbox').select('*'),
      'embeds the mails that wait in the ticket': (x) =>
        x.otherCustomer.client.from('tickets').select('notification_outbox(*)').eq('id', x.ownTicket),
      'takes the mails that wait': (x) => x.otherCustomer.client.rpc('take_notifications'),
      'reads the audit log': (x) => x.otherCustomer.client.from('audit_log').select('*'),
      'reads the proposals of the assistant': (x) =>
        x.otherCustomer.client.from('assistant_proposals').select('*'),
    },
    () => s,
  )

  it('leave no trace on the ticket: version, time or lock', async () => {
    const look = async () =>
      (await s.otherCustomer.client.from('tickets').select('*').eq('id', s.ownTicket).single()).data
    const before = await look()
    const { data } = await s.agent.client.rpc('send_reply', {
      ticket_id: s.ownTicket,
      content: 'psst',
      is_internal: true,
    })
    await s.agent.client.from('comments').update({ content: 'psst!' }).eq('id', data.comment.id)
    await s.agent.client.from('comments').delete().eq('id', data.comment.id)
    expect(await look()).toEqual(before)
  })

  it('do not count in the customer’s limit of records', async () => {
    const customer = await createUser('customer', 'Cleo Counter')
    const ticket = await insertTicket(customer)
    const note = await insertComment(s.agent, ticket, true)
    const add = async (who: TestUser, comment_id: string | null) =>
      who.client.from('attachments').insert({ ...(await insertStoredFile(ticket, who)), comment_id })
    for (let n = 0; n < 4; n++) expect((await add(s.agent, note)).error).toBeNull()
    for (let n = 0; n < 5; n++) expect((await add(customer, null)).error).toBeNull()
    expectError(await add(customer, null), 'attachment_limit')
    expectError(await add(s.agent, note), 'attachment_limit')
  })

  it('do not count in the customer’s limit of uploads', async () => {
    const customer = await createUser('customer', 'Cleo Counter')
    const ticket = await insertTicket(customer)
    await db`insert into storage.objects (bucket_id, name, owner_id)
      select ${bucket}, ${ticket} || '/' || n || '.txt', ${s.agent.id} from generate_series(1, 10) n`
    const { error } = await customer.client.storage
      .from(bucket)
      .upload(`${ticket}/mine.txt`, new Blob(['x'], { type: 'text/plain' }))
    expect(error).toBeNull()
  })

  it('leave no text in any table after being edited and deleted', async () => {
    const words = 'plugh-0815'
    const { client } = s.admin
    const { data } = await client.rpc('propose_change', {
      ticket_id: s.ownTicket,
      kind: 'internal_note',
      to_value: words,
    })
    const { data: applied } = await client.rpc('decide_proposal', { proposal_id: data.id, decision: 'apply' })
    await client.rpc('save_draft', { ticket_id: s.ownTicket, kind: 'note', content: 'other' })
    await client.from('comments').update({ content: 'harmless' }).eq('id', applied.comment_id)
    await client.from('comments').delete().eq('id', applied.comment_id)
    const names = await db<{ name: string }[]>`
      select c.oid::regclass::text as name from pg_class c
      where relkind = 'r' and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`
    for (const { name } of names)
      expect(await db.unsafe(`select 1 from ${name} t where t::text like '%${words}%'`), name).toEqual([])
  })

  it('leave no text in the planner’s statistics', async () => {
    await db`analyze public.comments, public.tickets, public.profiles, public.attachments`
    const kept = await db`
      select tablename, attname from pg_stats where schemaname = 'public'
        and (attname in ('content', 'subject', 'description', 'email', 'name', 'storage_path', 'file_name', 'close_reason'))`
    expect(kept).toEqual([])
  })

  it('cause no mail to the customer', async () => {
    const count = async () => (await db`select count(*)::int as n from public.notification_outbox`)[0]?.n
    const before = await count()
    await s.agent.client.rpc('send_reply', {
      ticket_id: s.ownTicket,
      content: `note ${secret}`,
      is_internal: true,
    })
    await s.agent.client
      .from('comments')
      .insert({ ticket_id: s.ownTicket, content: `note ${secret}`, is_internal: true })
    expect(await count()).toBe(before)
    expect(
      await db`select 1 from public.notification_outbox o where o.excerpt like ${`%${secret}%`}`,
    ).toEqual([])
  })
})
