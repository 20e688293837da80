import { beforeAll, describe, expect, it } from 'vitest'
import {
  attachmentBy,
  attachmentValues,
  cast,
  type Cast,
  commentBy,
  db,
  expectForbidden,
  expectRefusal,
  expectRows,
  type Person,
  storedValues,
  storeObject,
  ticketOf,
} from './support/world'

describe('attachments', () => {
  let people: Cast
  beforeAll(async () => void (people = await cast()))
  /** Records a file that is stored. */
  const insert = async (who: Person, ticket: string, changes: object = {}) => {
    const values = { ...attachmentValues(ticket, who), ...changes }
    await storeObject(values)
    return who.client.from('attachments').insert(values).select()
  }

  it('are added by the customer of the ticket and by staff', async () => {
    const { owner, agent, stranger, visitor } = people
    const ticket = await ticketOf(owner)
    expectRows(await insert(owner, ticket), 1)
    expectRows(await insert(agent, ticket), 1)
    expectForbidden(await insert(stranger, ticket))
    expectForbidden(await insert(owner, ticket, { uploaded_by: agent.id }))
    expectForbidden(await visitor.from('attachments').insert(attachmentValues(ticket, owner)))
  })

  it('refuses a comment of somebody else or of another ticket', async () => {
    const { owner, agent } = people
    const [ticket, other] = [await ticketOf(owner), await ticketOf(owner)]
    expectRows(await insert(owner, ticket, { comment_id: await commentBy(owner, ticket) }), 1)
    expectForbidden(await insert(owner, ticket, { comment_id: await commentBy(agent, ticket, true) }))
    const elsewhere = await insert(owner, ticket, { comment_id: await commentBy(owner, other) })
    expect(elsewhere.error?.code).toBe('23503')
  })

  it('refuses bytes uploaded by somebody else', async () => {
    const { owner, agent } = people
    const ticket = await ticketOf(owner)
    const values = attachmentValues(ticket, owner)
    await storeObject({ ...values, uploaded_by: agent.id })
    expectForbidden(await owner.client.from('attachments').insert(values))
  })

  it.each([
    ['no file', undefined],
    ['a file of another size', { file_size: 4 }],
    ['a file of another type', { file_type: 'application/pdf' }],
    ['a file under another path', { storage_path: `${'0'.repeat(8)}/${'x'.repeat(8)}.txt` }],
  ])('refuses a record of %s', async (_, stored) => {
    const values = attachmentValues(await ticketOf(people.owner), people.owner)
    if (stored) await storeObject({ ...values, ...stored })
    expectForbidden(await people.owner.client.from('attachments').insert(values))
  })

  it('accepts a stored type with a charset', async () => {
    const values = attachmentValues(await ticketOf(people.owner), people.owner)
    await storeObject({ ...values, file_type: 'text/plain;charset=UTF-8' })
    expect((await people.owner.client.from('attachments').insert(values)).error).toBeNull()
  })

  it('records a path once, also after its record is deleted', async () => {
    const { owner } = people
    const values = await storedValues(await ticketOf(owner), owner)
    const record = () => owner.client.from('attachments').insert(values)
    expect((await record()).error).toBeNull()
    await owner.client.from('attachments').delete().eq('storage_path', values.storage_path)
    expect((await record()).error?.code).toBe('23505')
  })

  it.each([
    [{ file_size: 5242881 }],
    [{ file_size: 0 }],
    [{ file_type: 'image/svg+xml' }],
    [{ file_type: 'text/html' }],
    [{ file_name: 'page.html' }],
    [{ file_name: '../x.png' }],
    [{ file_name: '' }],
    [{ storage_path: 'elsewhere/1.png' }],
  ])('refuses %o', async (values) => {
    const { error } = await insert(people.owner, await ticketOf(people.owner), values)
    expect(error?.code).toBe('23514')
  })

  it('allows five files, also when eight are added concurrently', async () => {
    const { owner } = people
    const ticket = await ticketOf(owner)
    const answers = await Promise.all(Array.from({ length: 8 }, () => insert(owner, ticket)))
    expect(answers.filter(({ error }) => !error)).toHaveLength(5)
    for (const answer of answers.filter(({ error }) => error))
      expectRefusal(answer, 'attachment_limit', 'Too many files')
    const [row] = await db`select count(*)::int from public.attachments where ticket_id = ${ticket}`
    expect(row?.count).toBe(5)
  })

  it('are visible with their ticket, and with their note to staff only', async () => {
    const { owner, agent, stranger } = people
    const ticket = await ticketOf(owner)
    const open = await attachmentBy(agent, ticket, await commentBy(agent, ticket))
    await attachmentBy(agent, ticket, await commentBy(agent, ticket, true))
    const { data } = await owner.client.from('attachments').select('id').eq('ticket_id', ticket)
    expect(data).toEqual([{ id: open.id }])
    expectRows(await agent.client.from('attachments').select('id').eq('ticket_id', ticket), 2)
    expectRows(await stranger.client.from('attachments').select('id').eq('ticket_id', ticket), 0)
  })

  it('are deleted by uploaders and admins, and never updated', async () => {
    const { owner, agent, stranger, admin } = people
    const ticket = await ticketOf(owner)
    const [first, second] = [await attachmentBy(owner, ticket), await attachmentBy(owner, ticket)]
    const remove = ({ client }: Person, id: string) =>
      client.from('attachments').delete().eq('id', id).select()
    for (const who of [agent, stranger]) expectRows(await remove(who, first.id), 0)
    expectForbidden(await owner.client.from('attachments').update({ file_name: 'x.png' }).eq('id', first.id))
    expectRows(await remove(owner, first.id), 1)
    expectRows(await remove(admin, second.id), 1)
  })
})
