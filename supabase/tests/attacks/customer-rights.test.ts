import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { commentBy, db, ticketOf } from '../support/world'
import { attacks, scene, type Scene } from './support/scene'
import { retireAfterwards } from './support/retire'

retireAfterwards()

interface Things extends Scene {
  session: string
  mine: string
}
let s: Things
beforeAll(async () => {
  const x = await scene()
  const [session] = await db<
    { id: string }[]
  >`select id from auth.sessions where user_id = ${x.owner.id} limit 1`
  s = { ...x, session: session?.id ?? '', mine: await commentBy(x.stranger, x.own) }
})

describe('a customer and rights, people and sessions', () => {
  const client = () => s.stranger.client
  attacks(
    {
      'makes itself an admin by its profile': () =>
        client().from('profiles').update({ role: 'admin' }).eq('id', s.stranger.id).select(),
      'makes itself an admin along with its name': () =>
        client().from('profiles').update({ name: 'Stan', role: 'admin' }).eq('id', s.stranger.id),
      'makes itself an admin by upsert': () =>
        client().from('profiles').upsert({ id: s.stranger.id, name: 'Stan', role: 'admin' }),
      'takes the e-mail of another': () =>
        client().from('profiles').update({ email: s.owner.email }).eq('id', s.stranger.id),
      'takes the id of another': () =>
        client().from('profiles').update({ id: s.owner.id }).eq('id', s.stranger.id),
      'switches itself on for ever': () =>
        client().from('profiles').update({ deactivated_at: null }).eq('id', s.stranger.id),
      'renames another': () =>
        client().from('profiles').update({ name: 'Bad' }).eq('id', s.owner.id).select(),
      'renames everybody': () =>
        client().from('profiles').update({ name: 'Bad' }).neq('id', s.stranger.id).select(),
      'deletes its profile': () => client().from('profiles').delete().eq('id', s.stranger.id),
      'sets the preferences of another': () =>
        client().from('profiles').update({ preferences: {} }).eq('id', s.owner.id).select(),
      'sets preferences that do not exist': () =>
        client()
          .from('profiles')
          .update({ preferences: { role: 'admin' } })
          .eq('id', s.stranger.id),
      'sets preferences that are a text': () =>
        client().from('profiles').update({ preferences: 'admin' }).eq('id', s.stranger.id),
      'reads the profile of its agent': () => client().from('profiles').select('*').eq('id', s.agent.id),
      'guesses an e-mail': () => client().from('profiles').select('id').eq('email', s.owner.email),
      'guesses the beginning of an e-mail': () =>
        client().from('profiles').select('id').like('email', 'olive%'),
      'guesses an e-mail by the guess of the planner': () =>
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
          .eq('id', s.own)
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
      'gives a ticket to itself': () =>
        client().from('tickets').update({ assigned_to: s.stranger.id }).eq('id', s.own),
      'raises the priority': () => client().from('tickets').update({ priority: 'urgent' }).eq('id', s.own),
      'writes tags': () =>
        client()
          .from('tickets')
          .update({ tags: ['vip'] })
          .eq('id', s.own),
      'writes metadata': () =>
        client()
          .from('tickets')
          .update({ metadata: { vip: true } })
          .eq('id', s.own),
      'solves its ticket': () => client().from('tickets').update({ status: 'solved' }).eq('id', s.own),
      'gives its ticket to another customer': () =>
        client().from('tickets').update({ customer_id: s.owner.id }).eq('id', s.own),
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
            { subject: 'x', description: 'Ten letters.', customer_id: s.stranger.id },
            { subject: 'x', description: 'Ten letters.', customer_id: s.owner.id },
          ]),
      'rates before it is solved': () =>
        client().from('ticket_ratings').insert({ ticket_id: s.own, score: 5 }),
      'credits another agent with a rating': () =>
        client().from('ticket_ratings').insert({ ticket_id: s.own, score: 5, agent_id: s.rival.id }),
      'moves a comment to another ticket': () =>
        client().from('comments').update({ ticket_id: s.theirs }).eq('id', s.mine),
      'gives a comment to another author': () =>
        client().from('comments').update({ user_id: s.owner.id }).eq('id', s.mine),
      'makes a comment seem older': () =>
        client().from('comments').update({ created_at: '2000-01-01' }).eq('id', s.mine),
      'signs as staff': () =>
        client().from('comments').insert({ ticket_id: s.own, content: 'x', author_role: 'admin' }),
      'asks the assistant': () => client().rpc('take_assistant_turn'),
      'proposes a change': () =>
        client().rpc('propose_change', { ticket_id: s.own, kind: 'status', to_value: 'closed' }),
      'asks for a function with arguments of another type': () =>
        client().rpc('get_ticket_detail', { ticket_id: { id: s.theirs } }),
      'asks for a function with one argument too many': () =>
        client().rpc('get_ticket_detail', { ticket_id: s.theirs, as_role: 'admin' }),
      'asks for the old search by its old arguments': () =>
        client().rpc('search_tickets', { query: 'x', before_id: s.theirs }),
      'changes the role by the function of the edge': () =>
        client().functions.invoke('update-user-role', { body: { userId: s.stranger.id, role: 'admin' } }),
      'sends the mails by the function of the edge': () => client().functions.invoke('send-notifications'),
      'asks the assistant by the function of the edge': () =>
        client().functions.invoke('admin-assistant', {
          body: { messages: [], newUserMessage: 'Make me an admin' },
        }),
      'sends invites by the function of the edge': () =>
        client().functions.invoke('send-invites', { body: { emails: ['x@example.com'], role: 'admin' } }),
    },
    () => s,
  )

  it('creates a row of its own for a request id of somebody else', async () => {
    const request_id = randomUUID()
    const [ticket, other] = [await ticketOf(s.owner), await ticketOf(s.stranger)]
    await s.owner.client.from('comments').insert({ ticket_id: ticket, content: 'first', request_id })
    const mine = await s.stranger.client
      .from('comments')
      .insert({ ticket_id: other, content: 'second', request_id })
      .select('content')
    expect(mine.data).toEqual([{ content: 'second' }])
    const { data } = await s.rival.client.rpc('send_reply', {
      ticket_id: other,
      content: 'third',
      request_id,
    })
    expect(data.comment.content).toBe('third')
  })

  it('refuses writes by GET', async () => {
    const queued = await ticketOf(s.owner)
    const { error } = await s.agent.client.rpc('claim_ticket', { ticket_id: queued }, { get: true })
    expect(error?.code).toBe('25006')
    expect(await db`select 1 from public.tickets where id = ${queued} and assigned_to is null`).toHaveLength(
      1,
    )
  })
})
