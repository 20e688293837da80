import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createUser, createUsers, db, insertComment, insertTicket, type TestUsers } from './support/backend'
import { changeTopics } from './support/change-topics'

let people: TestUsers
let ticket: string
beforeAll(async () => {
  people = await createUsers()
  ticket = await insertTicket(people.owner)
  await settle()
})

/** Dates the last change of topics back, so that former topics are no longer told of it. */
const settle = () => db`update private.live_epochs set moved_at = now() - interval '61 seconds'`

describe('hints', () => {
  const hints = (since: string) =>
    db<{ topic: string; event: string; payload: { ids?: string[] } }[]>`
      select topic, event, payload - 'id' as payload from realtime.messages where inserted_at > ${since}::timestamp order by topic`
  const now = async () =>
    (await db<{ now: string }[]>`select clock_timestamp()::timestamp::text as now`)[0]?.now ?? ''

  it('tell staff of every change and the customer of public ones, by the ids of tickets alone', async () => {
    const { owner, agent } = people
    const [[user], [, staffTopic]] = [await changeTopics(owner), await changeTopics(agent)]
    let start = await now()
    await db`update public.tickets set status = 'pending', priority = 'low' where id = ${ticket}`
    const hint = { event: 'changed', payload: { ids: [ticket] } }
    expect([...(await hints(start))]).toEqual([
      { topic: staffTopic, ...hint },
      { topic: user, ...hint },
    ])
    start = await now()
    await insertComment(agent, ticket, true)
    expect([...(await hints(start))]).toEqual([{ topic: staffTopic, ...hint }])
  })

  it('are one for each topic of a transaction that changes a ticket several times', async () => {
    const start = await now()
    await db.begin(async (tx) => {
      for (const priority of ['high', 'urgent', 'normal'])
        await tx`update public.tickets set priority = ${priority} where id = ${ticket}`
    })
    expect(await hints(start)).toHaveLength(2)
  })

  it('name each ticket once, in one message for each topic, when several statements change several', async () => {
    const { owner, agent } = people
    const [[user], [, staffTopic]] = [await changeTopics(owner), await changeTopics(agent)]
    const other = await insertTicket(owner)
    const start = await now()
    await db.begin(async (tx) => {
      for (const id of [ticket, other, ticket])
        await tx`update public.tickets set status = case status when 'open' then 'pending' else 'open' end where id = ${id}`
    })
    const hint = { event: 'changed', payload: { ids: [ticket, other].toSorted() } }
    expect([...(await hints(start))]).toEqual([
      { topic: staffTopic, ...hint },
      { topic: user, ...hint },
    ])
  })

  it('go to the topics that are current when a long transaction commits', async () => {
    const agent = await createUser('agent', 'Lena Late')
    const [, former] = await changeTopics(agent)
    const start = await now()
    await db.begin(async (tx) => {
      await tx`update public.tickets set priority = 'low' where id = ${ticket}`
      await db`update public.profiles set role = 'customer' where id = ${agent.id}`
      await tx`update public.tickets set priority = 'high' where id = ${ticket}`
    })
    const sent = (await hints(start)).filter(({ event }) => event === 'changed').map(({ topic }) => topic)
    expect(sent).toContain((await changeTopics(people.agent))[1])
    expect(sent).not.toContain(former)
  })

  it('tell former topics again, with every change of a minute and without ids, that they have other names', async () => {
    const { owner, agent } = people
    await settle()
    const [staffTopic] = await db<{ epoch: string }[]>`select private.live_epoch('staff') as epoch`
    const former = [0, 1].map((n) => `desk:staff:${Number(staffTopic?.epoch) + n}`)
    for (const name of ['Dora Demoted', 'Dan Demoted']) {
      const { id } = await createUser('agent', name)
      await db`update public.profiles set role = 'customer' where id = ${id}`
    }
    await db`select private.move_topics_of(${owner.id}, false)`
    const [[user], [, staff]] = [await changeTopics(owner), await changeTopics(agent)]
    const changed = [staff, user].map((topic) => ({ topic, event: 'changed', payload: { ids: [ticket] } }))
    const moved = [...former, `user:${owner.id}:0`].map((topic) => ({ topic, event: 'moved', payload: {} }))
    const inOrder = (sent: readonly { topic?: string; event: string }[]) =>
      sent.toSorted((a, b) => `${a.event} ${a.topic}`.localeCompare(`${b.event} ${b.topic}`))
    for (const priority of ['low', 'high']) {
      const start = await now()
      await db`update public.tickets set priority = ${priority} where id = ${ticket}`
      expect(inOrder(await hints(start))).toEqual(inOrder([...changed, ...moved]))
    }
    await settle()
    const start = await now()
    await db`update public.tickets set priority = 'low' where id = ${ticket}`
    expect(inOrder(await hints(start))).toEqual(inOrder(changed))
  })

  it('tell no more than ten former topics of one scope', async () => {
    for (let n = 0; n < 12; n += 1) await db`select private.move_topics('staff', '{}')`
    const start = await now()
    await insertComment(people.agent, ticket, true)
    const sent = await hints(start)
    const [{ epoch } = {}] = await db<{ epoch: string }[]>`select private.live_epoch('staff') as epoch`
    expect(
      sent
        .filter(({ event }) => event === 'moved')
        .map(({ topic }) => topic)
        .toSorted(),
    ).toEqual(Array.from({ length: 10 }, (_, n) => `desk:staff:${Number(epoch) - 1 - n}`).toSorted())
    expect(sent).toHaveLength(11)
    await settle()
  })

  it('are not sent for a change that is rolled back', async () => {
    const start = await now()
    await db
      .begin(async (tx) => {
        await tx`update public.tickets set priority = 'high' where id = ${ticket}`
        throw new Error('no')
      })
      .catch(() => undefined)
    expect(await hints(start)).toEqual([])
  })

  describe('that fail', () => {
    afterEach(() => db`drop trigger if exists refuse on realtime.messages`)

    it('do not fail the change', async () => {
      await db.unsafe(`create or replace function private.refuse_messages() returns trigger language plpgsql as
        $$ begin raise 'no message'; end $$;
        create trigger refuse before insert on realtime.messages for each row execute function private.refuse_messages()`)
      const start = await now()
      await db`update public.tickets set priority = 'high' where id = ${ticket}`
      const agent = await createUser('agent', 'Fay Fails')
      await db`update public.profiles set role = 'customer' where id = ${agent.id}`
      await db.unsafe('drop trigger refuse on realtime.messages; drop function private.refuse_messages()')
      expect(await hints(start)).toEqual([])
      const [row] = await db`select priority from public.tickets where id = ${ticket}`
      expect(row).toEqual({ priority: 'high' })
    })
  })
})
