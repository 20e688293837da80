import { beforeAll, describe, expect, it } from 'vitest'
import {
  insertAttachment,
  attachmentValues,
  createUsers,
  type TestUsers,
  insertComment,
  db,
  expectForbidden,
  expectError,
  expectRows,
  type TestUser,
  insertStoredFile,
  insertObject,
  insertTicket,
} from './support/backend'

describe('attachments', () => {
  let people: TestUsers
  beforeAll(async () => void (people = await createUsers()))
  /** Stores a file and inserts its record. */
  const insert = async (who: TestUser, ticket: string, changes: object = {}) => {
    const values = { ...attachmentValues(ticket, who), ...changes }
    await insertObject(values)
    return who.client.from('attachments').insert(values).select()
  }

  it('are added by the customer of the ticket and by staff', async () => {
    const { owner, agent, otherCustomer, visitor } = people
    const ticket = await insertTicket(owner)
    expectRows(await insert(owner, ticket), 1)
    expectRows(await insert(agent, ticket), 1)
    expectForbidden(await insert(otherCustomer, ticket))
    expectForbidden(await insert(owner, ticket, { uploaded_by: agent.id }))
    expectForbidden(await visitor.from('attachments').insert(attachmentValues(ticket, owner)))
  })

  it('rejects a comment of somebody else or of another ticket', async () => {
    const { owner, agent } = people
    const [ticket, other] = [await insertTicket(owner), await insertTicket(owner)]
    expectRows(await insert(owner, ticket, { comment_id: await insertComment(owner, ticket) }), 1)
    expectForbidden(await insert(owner, ticket, { comment_id: await insertComment(agent, ticket, true) }))
    const elsewhere = await insert(owner, ticket, { comment_id: await insertComment(owner, other) })
    expect(elsewhere.error?.code).toBe('23503')
  })

  it('follow a message that a merge redirected, from a page that was opened before', async () => {
    const { owner, otherCustomer, agent } = people
    const [source, target, other] = [
      await insertTicket(owner),
      await insertTicket(otherCustomer),
      await insertTicket(owner),
    ]
    await agent.client.rpc('merge_tickets', { source, target }).throwOnError()
    for (const author of [owner, agent]) {
      const { data: said } = await author.client
        .from('comments')
        .insert({ ticket_id: source, content: 'See the file' })
        .select('id, ticket_id')
        .single()
      expect(said).toMatchObject({ ticket_id: target })
      const { data, error } = await insert(author, source, { comment_id: said?.id })
      expect(error).toBeNull()
      expect(data).toMatchObject([{ ticket_id: target, moved_from: source, comment_id: said?.id }])
      const path = String(data?.[0].storage_path)
      expect(path.startsWith(source)).toBe(true)
      // Both requesters read the message, and so its file.
      for (const reader of [owner, otherCustomer, agent])
        expectRows(await reader.client.from('attachments').select().eq('storage_path', path), 1)
      expect((await insert(author, other, { comment_id: said?.id })).error?.code).toBe('23503')
    }
    // The other requester still has no way to the ticket that was merged.
    const { data: theirs } = await otherCustomer.client
      .from('comments')
      .insert({ ticket_id: target, content: 'And mine' })
      .select('id')
      .single()
    expectForbidden(await insert(otherCustomer, source, { comment_id: theirs?.id, uploaded_by: owner.id }))
  })

  it('rejects bytes uploaded by somebody else', async () => {
    const { owner, agent } = people
    const ticket = await insertTicket(owner)
    const values = attachmentValues(ticket, owner)
    await insertObject({ ...values, uploaded_by: agent.id })
    expectForbidden(await owner.client.from('attachments').insert(values))
  })

  it.each([
    ['no file', undefined],
    ['a file of another size', { file_size: 4 }],
    ['a file of another type', { file_type: 'application/pdf' }],
    ['a file under another path', { storage_path: `${'0'.repeat(8)}/${'x'.repeat(8)}.txt` }],
  ])('rejects a record of %s', async (_, stored) => {
    const values = attachmentValues(await insertTicket(people.owner), people.owner)
    if (stored) await insertObject({ ...values, ...stored })
    expectForbidden(await people.owner.client.from('attachments').insert(values))
  })

  it('accepts a stored type with a charset', async () => {
    const values = attachmentValues(await insertTicket(people.owner), people.owner)
    await insertObject({ ...values, file_type: 'text/plain;charset=UTF-8' })
    expect((await people.owner.client.from('attachments').insert(values)).error).toBeNull()
  })

  it('records a path once, also after its record is deleted', async () => {
    const { owner } = people
    const values = await insertStoredFile(await insertTicket(owner), owner)
    const record = () => owner.client.from('attachments').insert(values)
    expect((await record()).error).toBeNull()
    await owner.client.from('attachments').delete().eq('storage_path', values.storage_path)
    expect((await record()).error?.code).toBe('23505')
  })

  it.each([
    [{ file_size: 5242881 }],
    [{ file_size: 0 }],
    [{ file_name: '../x.txt' }],
    [{ storage_path: 'elsewhere/1.png' }],
  ])('rejects %o', async (values) => {
    const { error } = await insert(people.owner, await insertTicket(people.owner), values)
    expect(error?.code).toBe('23514')
  })

  it.each([
    [{ file_type: 'image/svg+xml' }],
    [{ file_type: 'text/html' }],
    [{ file_name: 'page.html' }],
    [{ file_name: 'x.png' }],
    [{ file_name: 'x' }],
    [{ file_name: '' }],
  ])(
    'rejects %o, which is not the type of the name or not accepted, for the secret key too',
    async (values) => {
      const ticket = await insertTicket(people.owner)
      expectForbidden(await insert(people.owner, ticket, values))
      const row = { ...attachmentValues(ticket, people.owner), ...values }
      if (row.file_name !== 'page.html')
        await expect(db`insert into public.attachments ${db(row)}`).rejects.toThrow('attachments_file_')
    },
  )

  it('allows five files, also when eight are added concurrently', async () => {
    const { owner } = people
    const ticket = await insertTicket(owner)
    const answers = await Promise.all(Array.from({ length: 8 }, () => insert(owner, ticket)))
    expect(answers.filter(({ error }) => !error)).toHaveLength(5)
    for (const answer of answers.filter(({ error }) => error))
      expectError(answer, 'attachment_limit', 'Too many files')
    const [row] = await db`select count(*)::int from public.attachments where ticket_id = ${ticket}`
    expect(row?.count).toBe(5)
  })

  it('are visible with their ticket, and with their note to staff only', async () => {
    const { owner, agent, otherCustomer } = people
    const ticket = await insertTicket(owner)
    const open = await insertAttachment(agent, ticket, await insertComment(agent, ticket))
    await insertAttachment(agent, ticket, await insertComment(agent, ticket, true))
    const { data } = await owner.client.from('attachments').select('id').eq('ticket_id', ticket)
    expect(data).toEqual([{ id: open.id }])
    expectRows(await agent.client.from('attachments').select('id').eq('ticket_id', ticket), 2)
    expectRows(await otherCustomer.client.from('attachments').select('id').eq('ticket_id', ticket), 0)
  })

  it('are deleted by uploaders and admins, and never updated', async () => {
    const { owner, agent, otherCustomer, admin } = people
    const ticket = await insertTicket(owner)
    const [first, second] = [await insertAttachment(owner, ticket), await insertAttachment(owner, ticket)]
    const remove = ({ client }: TestUser, id: string) =>
      client.from('attachments').delete().eq('id', id).select()
    for (const who of [agent, otherCustomer]) expectRows(await remove(who, first.id), 0)
    expectForbidden(await owner.client.from('attachments').update({ file_name: 'x.png' }).eq('id', first.id))
    expectRows(await remove(owner, first.id), 1)
    expectRows(await remove(admin, second.id), 1)
  })
})
