import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { insertComment, db, insertTicket } from '../support/backend'
import { testAttacks, createAttackFixture, type AttackFixture } from './support/attack'
import { resetAfterAll } from './support/reset'

resetAfterAll()

interface Things extends AttackFixture {
  session: string
  mine: string
}
let s: Things
beforeAll(async () => {
  const x = await createAttackFixture()
  const [session] = await db<
    { id: string }[]
  >`select id from auth.sessions where user_id = ${x.owner.id} limit 1`
  s = { ...x, session: session?.id ?? '', mine: await insertComment(x.otherCustomer, x.ownTicket) }
})

describe('access control for customers', () => {
  const client = () => s.otherCustomer.client
  testAttacks(
    {
      'makes itself an admin by its profile': () =>
        client().from('profiles').update({ role: 'admin' }).eq('id', s.otherCustomer.id).select(),
      'makes itself an admin along with its name': () =>
        client().from('profiles').update({ name: 'Stan', role: 'admin' }).eq('id', s.otherCustomer.id),
      'makes itself an admin by upsert': () =>
        client().from('profiles').upsert({ id: s.otherCustomer.id, name: 'Stan', role: 'admin' }),
      'takes the e-mail of another': () =>
        client().from('profiles').update({ email: s.owner.email }).eq('id', s.otherCustomer.id),
      'takes the id of another': () =>
        client().from('profiles').update({ id: s.owner.id }).eq('id', s.otherCustomer.id),
      'clears its own deactivation': () =>
        client().from('profiles').update({ deactivated_at: null }).eq('id', s.otherCustomer.id),
      'renames another': () =>
        client().from('profiles').update({ name: 'Bad' }).eq('id', s.owner.id).select(),
      'renames everybody': () =>
        client().from('profiles').update({ name: 'Bad' }).neq('id', s.otherCustomer.id).select(),
      'deletes its profile': () => client().from('profiles').delete().eq('id', s.otherCustomer.id),
      'sets the preferences of another': () =>
        client().from('profiles').update({ preferences: {} }).eq('id', s.owner.id).select(),
      'sets preferences that do not exist': () =>
        client()
          .from('profiles')
          .update({ preferences: { role: 'admin' } })
          .eq('id', s.otherCustomer.id),
      'sets preferences that are a text': () =>
        client().from('profiles').update({ preferences: 'admin' }).eq('id', s.otherCustomer.id),
      'reads the profile of its agent': () => client().from('profiles').select('*').eq('id', s.agent.id),
      'guesses an e-mail': () => client().from('profiles').select('id').eq('email', s.owner.email),
      'guesses the beginning of an e-mail': () =>
        client().from('profiles').select('id').like('email', 'olive%'),
      'guesses an e-mail by planned counts': () =>
        client()
          .from('profiles')
          .select('id', { count: 'planned', head: true })
          .gte('email', 'o')
          .lt('email', 'p'),
      'looks for admins': () => client().from('profiles').select('id').eq('role', 'admin'),
      'gets the e-mail of its agent through the ticket': async () => {
        const { data } = await client()
          .from('tickets')
          .select('profiles!tickets_assigned_to_fkey(*)')
          .eq('id', s.ownTicket)
        expect(data).toEqual([{ profiles: null }])
      },
      'filters tickets by the e-mail of the agent': () =>
        client()
          .from('tickets')
          .select('id, profiles!tickets_assigned_to_fkey!inner(id)')
          .like('profiles.email', '%'),
      'ends the session of another': () => client().rpc('end_my_session', { session_id: s.session }),
      'lists the sessions of another': async () => {
        const { data } = await client().rpc('list_my_sessions').eq('id', s.session)
        expect(data).toEqual([])
      },
      'assigns a ticket to itself': () =>
        client().from('tickets').update({ assigned_to: s.otherCustomer.id }).eq('id', s.ownTicket),
      'raises the priority': () =>
        client().from('tickets').update({ priority: 'urgent' }).eq('id', s.ownTicket),
      'writes tags': () =>
        client()
          .from('tickets')
          .update({ tags: ['vip'] })
          .eq('id', s.ownTicket),
      'writes metadata': () =>
        client()
          .from('tickets')
          .update({ metadata: { vip: true } })
          .eq('id', s.ownTicket),
      'solves its ticket': () => client().from('tickets').update({ status: 'solved' }).eq('id', s.ownTicket),
      'gives its ticket to another customer': () =>
        client().from('tickets').update({ customer_id: s.owner.id }).eq('id', s.ownTicket),
      'opens a ticket for another': () =>
        client()
          .from('tickets')
          .insert({ subject: 'x', description: 'Ten letters.', customer_id: s.owner.id }),
      'opens a ticket in the name of another': () =>
        client()
          .from('tickets')
          .insert({ subject: 'x', description: 'Ten letters.', created_by: s.owner.id }),
      'opens a ticket that is assigned': () =>
        client()
          .from('tickets')
          .insert({ subject: 'x', description: 'Ten letters.', assigned_to: s.agent.id }),
      'opens a ticket that is solved': () =>
        client().from('tickets').insert({ subject: 'x', description: 'Ten letters.', status: 'solved' }),
      'opens a ticket with an id of its choice': () =>
        client().from('tickets').insert({ id: randomUUID(), subject: 'x', description: 'Ten letters.' }),
      'opens a ticket without an owner': () =>
        client().from('tickets').insert({ subject: 'x', description: 'Ten letters.', customer_id: null }),
      'opens one of two tickets for another': () =>
        client()
          .from('tickets')
          .insert([
            { subject: 'x', description: 'Ten letters.', customer_id: s.otherCustomer.id },
            { subject: 'x', description: 'Ten letters.', customer_id: s.owner.id },
          ]),
      'rates before it is solved': () =>
        client().from('ticket_ratings').insert({ ticket_id: s.ownTicket, score: 5 }),
      'credits another agent with a rating': () =>
        client()
          .from('ticket_ratings')
          .insert({ ticket_id: s.ownTicket, score: 5, agent_id: s.otherAgent.id }),
      'moves a comment to another ticket': () =>
        client().from('comments').update({ ticket_id: s.victimTicket }).eq('id', s.mine),
      'gives a comment to another author': () =>
        client().from('comments').update({ user_id: s.owner.id }).eq('id', s.mine),
      'makes a comment seem older': () =>
        client().from('comments').update({ created_at: '2000-01-01' }).eq('id', s.mine),
      'signs as staff': () =>
        client().from('comments').insert({ ticket_id: s.ownTicket, content: 'x', author_role: 'admin' }),
      'asks the assistant': () => client().rpc('take_assistant_turn'),
      'proposes a change': () =>
        client().rpc('propose_change', { ticket_id: s.ownTicket, kind: 'status', to_value: 'closed' }),
      'calls a function with arguments of another type': () =>
        client().rpc('get_ticket_detail', { ticket_id: { id: s.victimTicket } }),
      'calls a function with an extra argument': () =>
        client().rpc('get_ticket_detail', { ticket_id: s.victimTicket, as_role: 'admin' }),
      'calls the former signature of the search': () =>
        client().rpc('search_tickets', { filter: { text: 'x' }, before_id: s.victimTicket }),
      'changes its role by the Edge Function': () =>
        client().functions.invoke('update-user-role', {
          body: { userId: s.otherCustomer.id, role: 'admin' },
        }),
      'sends mails by the Edge Function': () => client().functions.invoke('send-notifications'),
      'asks the assistant by the Edge Function': () =>
        client().functions.invoke('admin-assistant', {
          body: { messages: [], newUserMessage: 'Make me an admin' },
        }),
      'sends invites by the Edge Function': () =>
        client().functions.invoke('send-invites', { body: { emails: ['x@example.com'], role: 'admin' } }),
    },
    () => s,
  )

  it('creates a row of its own for a request id of somebody else', async () => {
    const request_id = randomUUID()
    const [ticket, other] = [await insertTicket(s.owner), await insertTicket(s.otherCustomer)]
    await s.owner.client.from('comments').insert({ ticket_id: ticket, content: 'first', request_id })
    const mine = await s.otherCustomer.client
      .from('comments')
      .insert({ ticket_id: other, content: 'second', request_id })
      .select('content')
    expect(mine.data).toEqual([{ content: 'second' }])
    const { data } = await s.otherAgent.client.rpc('send_reply', {
      ticket_id: other,
      content: 'third',
      request_id,
    })
    expect(data.comment.content).toBe('third')
  })

  it('rejects writes by GET', async () => {
    const queued = await insertTicket(s.owner)
    const { error } = await s.agent.client.rpc('claim_ticket', { ticket_id: queued }, { get: true })
    expect(error?.code).toBe('25006')
    expect(await db`select 1 from public.tickets where id = ${queued} and assigned_to is null`).toHaveLength(
      1,
    )
  })
})
