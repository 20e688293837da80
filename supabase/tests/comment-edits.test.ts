import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  insertComment,
  db,
  expectError,
  expectRows,
  type TestUser,
  insertTicket,
} from './support/backend'

const late = 'You can edit a comment for 15 minutes after sending it'

describe('editing a comment', () => {
  let people: TestUsers
  let ticket: string
  beforeAll(async () => {
    people = await createUsers()
    ticket = await insertTicket(people.owner)
  })

  /** Inserts a comment of that age. */
  async function sent(ago: string, author: TestUser, internal = false) {
    const id = await insertComment(author, ticket, internal)
    await db`update public.comments set created_at = now() - ${ago}::interval where id = ${id}`
    return id
  }
  const edit = ({ client }: TestUser, id: string, content = 'edited') =>
    client.from('comments').update({ content }).eq('id', id).select()
  const content = async (id: string) =>
    (await db`select content from public.comments where id = ${id}`)[0]?.content

  it('is possible for 15 minutes, for customers and staff, replies and notes', async () => {
    const { owner, agent } = people
    for (const [author, internal] of [
      [owner, false],
      [agent, false],
      [agent, true],
    ] as const) {
      const id = await sent('14 minutes 50 seconds', author, internal)
      expectRows(await edit(author, id), 1)
      expect(await content(id)).toBe('edited')
    }
  })

  it('raises an error after 15 minutes', async () => {
    const { owner, agent } = people
    for (const [author, internal] of [
      [owner, false],
      [agent, true],
    ] as const) {
      const id = await sent('15 minutes', author, internal)
      const answer = await edit(author, id)
      expectError(answer, 'comment_edit_expired', late)
      expect(answer.status).toBe(400)
      expect(await content(id)).not.toBe('edited')
    }
  })

  it('ends exactly after 15 minutes', async () => {
    const { owner } = people
    const attempt = (ago: string) =>
      db.begin(async (tx) => {
        // now() is constant within a transaction.
        const [row] = await tx`
          insert into public.comments (ticket_id, user_id, content, created_at)
          values (${ticket}, ${owner.id}, 'hi', now() - ${ago}::interval) returning id`
        await tx`select set_config('request.jwt.claims', ${JSON.stringify({ sub: owner.id })}, true)`
        await tx`set local role authenticated`
        return tx`update public.comments set content = 'edited' where id = ${String(row?.id)} returning id`
      })
    expect(await attempt('15 minutes')).toHaveLength(1)
    await expect(attempt('15 minutes 0.000001 seconds')).rejects.toThrow(late)
  })

  it('reveals nothing to other people', async () => {
    const { owner, otherCustomer, agent, admin } = people
    const id = await sent('1 hour', owner)
    for (const who of [otherCustomer, agent, admin]) expectRows(await edit(who, id), 0)
  })

  it('does not limit deleting a comment or renaming its author', async () => {
    const { owner } = people
    const id = await sent('1 day', owner)
    expectRows(
      await owner.client.from('profiles').update({ name: 'Olive New' }).eq('id', owner.id).select('id'),
      1,
    )
    const [row] = await db`select author_name from public.comments where id = ${id}`
    expect(row).toEqual({ author_name: 'Olive New' })
    expectRows(await owner.client.from('comments').delete().eq('id', id).select(), 1)
  })
})
