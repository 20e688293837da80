/** Files that an author announces before a message is sent: mails wait for them or name them, and readers see them. */
import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { beforeAll, describe, expect, it } from 'vitest'
import { createUsers, type TestUser, type TestUsers } from './support/backend'
import { become, take } from './support/outgoing-mails'
import { rolledBack } from './support/rolled-back'

let people: TestUsers
let ticket: string
const request = randomUUID()
beforeAll(async () => {
  people = await createUsers()
})

/** Runs in a transaction that is rolled back, so that the backend's sender never sees the mails. */
const alone = (work: (tx: TransactionSql) => Promise<void>) =>
  rolledBack(async (tx) => {
    await tx`delete from public.notification_outbox`
    ticket = randomUUID()
    await tx`insert into public.tickets (id, subject, description, created_by, customer_id)
      values (${ticket}, 'Fire', 'Smoke comes out.', ${people.owner.id}, ${people.owner.id})`
    await work(tx)
  })

const announce = async (tx: TransactionSql, who: TestUser, ...names: string[]) => {
  await become(tx, who)
  await tx`select public.announce_files(${request}, ${names})`
  await become(tx, null)
}
async function say(tx: TransactionSql, who: TestUser, isInternal = false): Promise<string> {
  await become(tx, who)
  const id = randomUUID()
  await tx`insert into public.comments (id, ticket_id, user_id, content, is_internal, request_id)
    values (${id}, ${ticket}, ${who.id}, 'See the files', ${isInternal}, ${request})`
  await become(tx, null)
  return id
}
const attach = (tx: TransactionSql, who: TestUser, comment: string | null, name: string) =>
  tx`insert into public.attachments (ticket_id, comment_id, file_name, file_type, file_size, storage_path, uploaded_by)
    values (${ticket}, ${comment}, ${name}, private.content_type_of(private.extension_of(${name})), 5, ${`${ticket}/${randomUUID()}.txt`}, ${who.id})`
const missing = async (tx: TransactionSql, who: TestUser) => {
  await become(tx, who)
  const [row] = await tx<{ detail: { missing_files: { name: string }[] } }[]>`
    select public.get_ticket_detail(${ticket}) as detail`
  await become(tx, null)
  return row?.detail.missing_files.map(({ name }) => name)
}
const waits = async (tx: TransactionSql) => {
  const [row] = await tx<{ minutes: number }[]>`
    select round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes
    from public.notification_outbox where kind = 'reply'`
  return row?.minutes
}

describe('announced files', () => {
  it('hold the mail with a reply until all are there', () =>
    alone(async (tx) => {
      await announce(tx, people.agent, 'one.txt', 'one.txt', 'two.txt')
      const comment = await say(tx, people.agent)
      expect(await waits(tx)).toBe(15)
      expect(await missing(tx, people.owner)).toEqual(['one.txt', 'one.txt', 'two.txt'])
      for (const name of ['one.txt', 'two.txt']) await attach(tx, people.agent, comment, name)
      expect(await take(tx)).toEqual([])
      expect(await missing(tx, people.agent)).toEqual(['one.txt'])
      await attach(tx, people.agent, comment, 'one.txt')
      await tx`update public.notification_outbox set next_attempt_at = least(next_attempt_at, now()) where files = 0`
      const [mail] = await take(tx)
      expect(mail).toMatchObject({ kind: 'reply', missing_files: [] })
      expect(mail?.files).toHaveLength(3)
      expect(await missing(tx, people.agent)).toEqual([])
    }))

  it('are named by a mail that has waited long enough', () =>
    alone(async (tx) => {
      await announce(tx, people.agent, 'one.txt', 'two.txt')
      const comment = await say(tx, people.agent)
      await attach(tx, people.agent, comment, 'one.txt')
      await tx`update public.notification_outbox set next_attempt_at = now()`
      const [mail] = await take(tx)
      expect(mail?.files.map(({ name }) => name)).toEqual(['one.txt'])
      expect(mail).toMatchObject({ missing_files: ['two.txt'] })
    }))

  it('no longer delay the mail once their author gives them up', () =>
    alone(async (tx) => {
      await announce(tx, people.agent, 'one.txt', 'two.txt')
      await say(tx, people.agent)
      // Somebody else's request of the same id is another one.
      await become(tx, people.owner)
      await tx`select public.forget_files(${request})`
      await become(tx, null)
      expect(await missing(tx, people.agent)).toEqual(['one.txt', 'two.txt'])
      await become(tx, people.agent)
      await tx`select public.forget_files(${request}, ${['one.txt']})`
      await become(tx, null)
      expect(await waits(tx)).toBe(15)
      await become(tx, people.agent)
      await tx`select public.forget_files(${request})`
      await become(tx, null)
      expect(await waits(tx)).toBe(0)
      expect(await missing(tx, people.agent)).toEqual([])
    }))

  it('do not delay the mail to staff when a customer announces them, and are visible to staff', () =>
    alone(async (tx) => {
      await tx`update public.tickets set assigned_to = ${people.agent.id} where id = ${ticket}`
      await tx`delete from public.notification_outbox`
      await announce(tx, people.owner, 'photo.png')
      await say(tx, people.owner)
      const [mail] = await take(tx)
      expect(mail).toMatchObject({ kind: 'comment', missing_files: [] })
      expect(await missing(tx, people.agent)).toEqual(['photo.png'])
    }))

  it('are hidden from the customer when they belong to a note', () =>
    alone(async (tx) => {
      await announce(tx, people.agent, 'secret.txt')
      await say(tx, people.agent, true)
      expect(await missing(tx, people.owner)).toEqual([])
      expect(await missing(tx, people.agent)).toEqual(['secret.txt'])
    }))

  it('belong to a new ticket as well, and to nobody else’s message', () =>
    alone(async (tx) => {
      await announce(tx, people.owner, 'photo.png')
      await announce(tx, people.agent, 'other.txt')
      await become(tx, people.owner)
      ticket = randomUUID()
      await tx`insert into public.tickets (id, subject, description, created_by, customer_id, request_id)
        values (${ticket}, 'Smoke', 'It smokes a lot.', ${people.owner.id}, ${people.owner.id}, ${request})`
      await become(tx, null)
      expect(await missing(tx, people.owner)).toEqual(['photo.png'])
      await attach(tx, people.owner, null, 'photo.png')
      expect(await missing(tx, people.owner)).toEqual([])
    }))

  it('are forgotten after 30 days, and at most a hundred of a person are kept', () =>
    alone(async (tx) => {
      await announce(tx, people.agent, 'one.txt')
      await say(tx, people.agent)
      await tx`update private.announced_files set announced_at = now() - interval '31 days'`
      expect(await missing(tx, people.agent)).toEqual([])
      await become(tx, people.agent)
      for (let n = 0; n < 12; n += 1)
        await tx`select public.announce_files(${randomUUID()}, ${Array.from({ length: 10 }, () => 'a.txt')})`
      await become(tx, null)
      const [row] =
        await tx`select count(*)::int as kept from private.announced_files where author_id = ${people.agent.id}`
      expect(row).toEqual({ kept: 100 })
    }))

  it.each([
    [['']],
    [['a/b.txt']],
    [['a\nb.txt']],
    [['x'.repeat(256)]],
    [Array.from({ length: 11 }, () => 'a.txt')],
  ])('refuses names that no file can have: %j', async (names) => {
    const { error } = await people.owner.client.rpc('announce_files', { request_id: request, names })
    expect(error?.details).toBe('file_names_invalid')
  })
})
