import { beforeAll, describe, expect, it } from 'vitest'
import {
  createUser,
  createUsers,
  db,
  insertComment,
  insertTicket,
  type TestUser,
  type TestUsers,
} from './support/backend'
import { emptyTickets } from './support/empty-tickets'

describe('sort keys of tickets', () => {
  let people: TestUsers
  const order = async (sort_by: string, more: object = {}) => {
    const { data, error } = await people.agent.client.rpc('list_tickets', {
      sort_by,
      ascending: true,
      ...more,
    })
    expect(error).toBeNull()
    return (data as { subject: string }[]).map(({ subject }) => subject)
  }
  const keysOf = async (id: string) =>
    (await db`select subject_key, requester_key, assignee_key from public.tickets where id = ${id}`)[0]
  const rename = (who: TestUser, name: string) =>
    who.client.from('profiles').update({ name }).eq('id', who.id).throwOnError()
  const waiting = async (who: TestUser) =>
    (await db`select from private.renamed_people where person_id = ${who.id}`).length

  beforeAll(async () => {
    people = await createUsers()
    await emptyTickets()
  })

  it('sorts subjects without regard to case, accents and punctuation', async () => {
    for (const subject of ['zebra', 'Äpfel', 'apple', '"Banana"', 'Étude', 'ñandu', 'Order 2', 'order 10'])
      await insertTicket(people.owner, { subject })
    expect(await order('subject')).toEqual([
      'Äpfel',
      'apple',
      '"Banana"',
      'Étude',
      'ñandu',
      'order 10',
      'Order 2',
      'zebra',
    ])
    await db`update public.tickets set subject = 'aaa' where subject = 'zebra'`
    expect((await order('subject'))[0]).toBe('aaa')
    await emptyTickets()
  })

  it('follow the requester, the assignee, and their new names', async () => {
    const { owner, otherCustomer, agent, otherAgent, admin } = people
    const first = await insertTicket(owner, { subject: 'first', assigned_to: otherAgent.id })
    await insertTicket(otherCustomer, { subject: 'second', assigned_to: agent.id })
    await insertTicket(owner, { subject: 'third' })
    await db`update public.tickets set tags = '{vpn}'`
    for (const more of [{}, { filter: { tag: 'vpn' } }]) {
      expect(await order('customer', more)).toEqual(['first', 'third', 'second'])
      expect(await order('assignee', more)).toEqual(['third', 'second', 'first'])
    }
    await rename(owner, 'Zoë Owner')
    await rename(otherAgent, 'Aaron Agent')
    expect(await keysOf(first)).toEqual({
      subject_key: 'first',
      requester_key: 'zoe owner',
      assignee_key: 'aaron agent',
    })
    for (const more of [{}, { filter: { tag: 'vpn' } }]) {
      expect(await order('customer', more)).toEqual(['second', 'first', 'third'])
      expect(await order('assignee', more)).toEqual(['third', 'first', 'second'])
    }
    expect(await waiting(owner)).toBe(0)
    await admin.client.from('tickets').update({ assigned_to: null }).eq('id', first).throwOnError()
    expect((await keysOf(first))?.assignee_key).toBe('')
    await db`update public.tickets set customer_id = ${otherCustomer.id} where id = ${first}`
    expect((await keysOf(first))?.requester_key).toBe('stan stranger')
  })

  it('are empty after reopening releases the ticket of a former agent', async () => {
    const leaver = await createUser('agent', 'Lea Leaver')
    const id = await insertTicket(people.owner, { status: 'solved', assigned_to: leaver.id })
    await db`update public.profiles set deactivated_at = now() where id = ${leaver.id}`
    await db`update public.tickets set status = 'open' where id = ${id}`
    const [row] = await db`select assigned_to from public.tickets where id = ${id}`
    expect(row?.assigned_to).toBeNull()
    expect((await keysOf(id))?.assignee_key).toBe('')
  })

  it('leave version and time of a change alone when a person is renamed', async () => {
    const id = await insertTicket(people.otherCustomer)
    const read = () => db`select version, updated_at from public.tickets where id = ${id}`
    const before = [...(await read())]
    await rename(people.otherCustomer, 'Yann Stranger')
    expect((await keysOf(id))?.requester_key).toBe('yann stranger')
    expect([...(await read())]).toEqual(before)
  })

  it('wait for nothing that others are changing, and follow the name afterwards', async () => {
    const { admin } = people
    const renamed = await createUser('customer', 'Rita Requester')
    const id = await insertTicket(renamed)
    const said = await insertComment(renamed, id)
    const read = async () =>
      (
        await db`select requester_key, author_name, words @@ '''n:rosa'''::tsquery as found
        from public.tickets t join public.comments c on c.ticket_id = t.id join private.search_documents d on d.ticket_id = t.id
        where c.id = ${said} and not d.is_internal`
      )[0]
    await db.begin(async (other) => {
      await other`select from public.tickets where id = ${id} for no key update`
      await other`select from public.comments where id = ${said} for no key update`
      await other`select from private.search_documents where ticket_id = ${id} for update`
      await db.begin(async (tx) => {
        await tx`set local lock_timeout = '5s'`
        await tx`update public.profiles set name = 'Rosa Requester' where id = ${renamed.id}`
      })
    })
    expect(await read()).toEqual({
      requester_key: 'rita requester',
      author_name: 'Rita Requester',
      found: false,
    })
    await db`select private.copy_name(${renamed.id}, 1000)`
    expect(await read()).toEqual({
      requester_key: 'rosa requester',
      author_name: 'Rosa Requester',
      found: true,
    })
    expect(await waiting(renamed)).toBe(0)
    await admin.client.from('tickets').delete().eq('id', id).throwOnError()
  })

  it('follow the name of a requester with many tickets in the background, in steps', async () => {
    const busy = await createUser('customer', 'Bea Busy')
    await db.begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      await tx`insert into public.tickets (subject, description, created_by, customer_id, requester_key)
        select 'Order ' || n, 'Ten letters and more.', ${busy.id}, ${busy.id}, 'bea busy' from generate_series(1, 7000) n`
    })
    const left = async () =>
      Number(
        (
          await db`select count(*) from public.tickets
          where customer_id = ${busy.id} and requester_key <> 'max busy'`
        )[0]?.count,
      )
    await rename(busy, 'Max Busy')
    expect(await left()).toBe(6000)
    expect(await waiting(busy)).toBe(1)
    // The sender of mails calls this each minute.
    const step = () => db`select public.take_notifications()`
    await step()
    expect(await left()).toBe(1000)
    await step()
    expect(await left()).toBe(0)
    expect(await waiting(busy)).toBe(0)
    await emptyTickets()
  })
})
