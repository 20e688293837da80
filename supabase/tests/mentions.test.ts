import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  createUser,
  createUsers,
  db,
  expectError,
  insertTicket,
  type TestUser,
  type TestUsers,
} from './support/backend'

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))
beforeEach(async () => {
  await db`delete from private.notifications`
  await db`delete from private.ticket_followers`
  await db`delete from public.notification_outbox`
})

const staffOf = async ({ client }: TestUser, ticket: string) =>
  (await client.rpc('get_ticket_detail', { ticket_id: ticket })).data.staff
const kinds = async ({ client }: TestUser) =>
  ((await client.rpc('list_notifications')).data as { kind: string }[]).map(({ kind }) => kind)
async function note(
  { client }: TestUser,
  ticket_id: string,
  content: string,
  is_internal = true,
): Promise<string> {
  const { data, error } = await client
    .from('comments')
    .insert({ ticket_id, content, is_internal })
    .select('id')
    .single()
  expect(error).toBeNull()
  return data?.id as string
}

describe('mentions in notes', () => {
  it('notify the colleague in the app and by mail without a word of the note, and make them follow', async () => {
    const { owner, agent, otherAgent } = people
    const ticket = await insertTicket(owner)
    const id = await note(agent, ticket, 'Do you know this, @rick rival? Secret.')
    expect(await staffOf(agent, ticket)).toMatchObject({
      mentions: [{ comment_id: id, person_id: otherAgent.id, name: 'Rick Rival', written: '@rick rival' }],
      followers: [{ id: otherAgent.id, name: 'Rick Rival' }],
    })
    expect(await kinds(otherAgent)).toEqual(['mention'])
    expect([
      ...(await db`select kind, recipient_id, excerpt, comment_id from public.notification_outbox`),
    ]).toEqual([{ kind: 'mention', recipient_id: otherAgent.id, excerpt: null, comment_id: null }])
  })

  it('keep the person after a rename', async () => {
    const zoe = await createUser('agent', 'Zoe Before')
    const ticket = await insertTicket(people.owner)
    await note(people.agent, ticket, 'Ask @Zoe Before')
    await db`update public.profiles set name = 'Zoe After' where id = ${zoe.id}`
    expect((await staffOf(people.agent, ticket)).mentions).toMatchObject([
      { person_id: zoe.id, name: 'Zoe After', written: '@Zoe Before' },
    ])
  })

  it('take the longest name, and tell people of one name apart by their address', async () => {
    const [zed, zedZero, twin] = await Promise.all([
      createUser('agent', 'Zed'),
      createUser('agent', 'Zed Zero'),
      createUser('agent', 'Zed Zero'),
    ])
    const ticket = await insertTicket(people.owner)
    const mentioned = async (text: string) => {
      const id = await note(people.agent, ticket, text)
      const rows =
        await db`select person_id from private.comment_mentions where comment_id = ${id} order by 1`
      return rows.map(({ person_id }) => person_id as string)
    }
    expect(await mentioned('@Zed, look')).toEqual([zed.id])
    expect(await mentioned(`@Zed Zero (${twin.email})`)).toEqual([twin.id])
    expect(await mentioned('@Zed Zero')).toEqual([zedZero.id, twin.id].sort())
    for (const text of ['@Zedding', 'mail@Zed', '@Olive Owner', '@nobody', '@'])
      expect(await mentioned(text)).toEqual([])
  })

  it('exist in notes only, and customers see none', async () => {
    const { owner, agent, otherAgent } = people
    const ticket = await insertTicket(owner)
    await note(agent, ticket, 'Hello @Rick Rival', false)
    await note(owner, ticket, 'Hello @Rick Rival', false)
    expect(await kinds(otherAgent)).toEqual([])
    await note(agent, ticket, '@Rick Rival')
    const { data } = await owner.client.rpc('get_ticket_detail', { ticket_id: ticket })
    expect(JSON.stringify(data)).not.toMatch(/mentions|followers/)
    expect(await kinds(owner)).toEqual(['reply'])
  })

  it('follow an edit: a new one notifies, a deleted one is forgotten', async () => {
    const { owner, agent, otherAgent, admin } = people
    const ticket = await insertTicket(owner)
    const id = await note(agent, ticket, 'Ask @Rick Rival')
    await agent.client.from('comments').update({ content: 'Ask @Amy Admin' }).eq('id', id)
    expect(await kinds(admin)).toEqual(['mention'])
    expect((await staffOf(agent, ticket)).mentions).toMatchObject([{ person_id: admin.id }])
    await agent.client.from('comments').update({ content: 'Ask @Amy Admin soon' }).eq('id', id)
    await agent.client.from('comments').delete().eq('id', id)
    expect([await kinds(admin), await kinds(otherAgent)]).toEqual([[], []])
  })

  it('skip deactivated people and the author', async () => {
    const gone = await createUser('agent', 'Gina Gone')
    await db`update public.profiles set deactivated_at = now() where id = ${gone.id}`
    const ticket = await insertTicket(people.owner)
    await note(people.agent, ticket, '@Gina Gone @Ada Agent')
    expect(await db`select from private.notifications`).toHaveLength(0)
    expect(await db`select from private.comment_mentions where person_id = ${gone.id}`).toHaveLength(0)
  })
})

describe('followers', () => {
  const follow = ({ client }: TestUser, ticket_id: string, value = true) =>
    client.rpc('follow_ticket', { ticket_id, follow: value })

  it('are notified of replies, notes and statuses, until they stop following', async () => {
    const { owner, agent, otherAgent } = people
    const ticket = await insertTicket(owner, { assigned_to: agent.id })
    expect((await follow(otherAgent, ticket)).data).toEqual([{ id: otherAgent.id, name: 'Rick Rival' }])
    await note(owner, ticket, 'Help', false)
    await note(agent, ticket, 'Internal')
    await agent.client.from('tickets').update({ status: 'pending' }).eq('id', ticket)
    const { data } = await otherAgent.client.rpc('list_notifications')
    expect(data).toMatchObject([{ kind: 'followed', times: 3 }])
    expect(await kinds(agent)).toEqual(['reply'])
    expect((await follow(otherAgent, ticket, false)).data).toEqual([])
    await otherAgent.client.rpc('mark_notifications_read')
    await note(owner, ticket, 'Help!', false)
    expect((await otherAgent.client.rpc('get_unread_notifications')).data.count).toBe(0)
  })

  it('are notified once of a note that mentions them', async () => {
    const { owner, agent, otherAgent } = people
    const ticket = await insertTicket(owner)
    await follow(otherAgent, ticket)
    await note(agent, ticket, '@Rick Rival')
    expect(await kinds(otherAgent)).toEqual(['mention'])
  })

  it('are staff: customers cannot follow, and former staff are not notified', async () => {
    const { owner } = people
    const ticket = await insertTicket(owner)
    expectError(await follow(owner, ticket), 'agent_required')
    const former = await createUser('agent', 'Fred Former')
    await follow(former, ticket)
    await db`update public.profiles set role = 'customer' where id = ${former.id}`
    await note(people.agent, ticket, 'Internal')
    expect(await db`select from private.notifications where person_id = ${former.id}`).toHaveLength(0)
    expect((await staffOf(people.agent, ticket)).followers).toEqual([])
  })
})
