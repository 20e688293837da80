import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { cast, type Cast, commentBy, db, type Person, person, ticketOf } from '../support/world'
import { retireAfterwards } from './support/retire'

retireAfterwards()

let people: Cast
beforeAll(async () => void (people = await cast()))

/** What somebody had before the step, and may still use of it afterwards. */
interface Things {
  who: Person
  held: string
  solved: string
  sent: string
  received: string
  proposal: string
  batch: string
}

async function thingsOf(who: Person): Promise<Things> {
  const { owner, admin } = people
  const [held, solved] = [
    await ticketOf(owner, { assigned_to: who.id }),
    await ticketOf(owner, { assigned_to: who.id, status: 'solved' }),
  ]
  const [sent, received, proposal, batch] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  await db`insert into public.invites (email, role, token_hash, created_by) values
    (${`${sent}@example.net`}, 'admin', private.hash_token(${sent}), ${who.id}),
    (${who.email}, 'admin', private.hash_token(${received}), ${admin.id})`
  await db`insert into public.ticket_drafts (user_id, ticket_id, kind, content) values
    (${who.id}, ${held}, 'note', 'He seems angry'), (${who.id}, ${held}, 'comment', 'Hello')`
  await db`insert into public.macros (owner_id, is_shared, name, body) values
    (${who.id}, false, 'Mine', 'x'), (${who.id}, true, 'Ours', 'x')`
  await db`insert into public.saved_views (owner_id, is_shared, name, filter) values
    (${who.id}, false, 'Mine', '{}'), (${who.id}, true, 'Ours', '{"assigned": "me"}')`
  await db`insert into public.assistant_proposals (id, admin_id, ticket_id, kind, to_value)
    values (${proposal}, ${who.id}, ${held}, 'status', 'pending')`
  await db`insert into private.bulk_changes (batch_id, ticket_id, actor_id, before, version)
    select ${batch}, t.id, ${who.id}, to_jsonb(t), t.version from public.tickets t where t.id = ${held}`
  return { who, held, solved, sent, received, proposal, batch }
}

const rows = async (answer: PromiseLike<{ data: unknown }>) => {
  const { data } = await answer
  return Array.isArray(data) ? data.length : 0
}
const works = async (answer: PromiseLike<{ error: unknown }>) => (await answer).error === null
const verifies = async (token: string) =>
  (await people.visitor.rpc('verify_invite', { token })).data?.[0]?.is_valid === true

/** Each thing: what it still gives. The order matters: an accepted invite changes the rights. */
const remains: Record<string, (things: Things) => Promise<unknown>> = {
  'tickets assigned': async ({ who }) =>
    (await db`select 1 from public.tickets where assigned_to = ${who.id} and status = 'open'`).length,
  'a comment on a ticket they solved': async ({ who, solved }) => {
    await people.owner.client.from('comments').insert({ ticket_id: solved, content: 'private words' })
    const mails = await db`select 1 from public.notification_outbox
      where recipient_id = ${who.id} and ticket_id = ${solved} and kind = 'comment'`
    return mails.length
  },
  'that ticket when it is reopened': async ({ who, solved }) => {
    await people.owner.client.from('tickets').update({ status: 'open' }).eq('id', solved)
    return (await db`select 1 from public.tickets where id = ${solved} and assigned_to = ${who.id}`).length
  },
  'tickets read': ({ who, held }) => rows(who.client.from('tickets').select('id').eq('id', held)),
  drafts: ({ who }) => rows(who.client.from('ticket_drafts').select('kind')),
  macros: ({ who }) => rows(who.client.from('macros').select('id').eq('owner_id', who.id)),
  views: ({ who }) => rows(who.client.from('saved_views').select('id').eq('owner_id', who.id)),
  'shared things for others': ({ who }) =>
    rows(people.rival.client.from('macros').select('id').eq('owner_id', who.id)),
  proposals: ({ who }) => rows(who.client.from('assistant_proposals').select('id').eq('admin_id', who.id)),
  'a proposal applied': ({ who, proposal }) =>
    works(who.client.rpc('decide_proposal', { proposal_id: proposal, decision: 'dismiss' })),
  'a bulk change undone': ({ who, batch }) => works(who.client.rpc('undo_bulk_update', { batch_id: batch })),
  'sessions listed': async ({ who }) => (await rows(who.client.rpc('list_my_sessions'))) > 0,
  'session renewed': async ({ who }) => works(who.client.auth.refreshSession()),
  'invites they sent': ({ sent }) => verifies(sent),
  'an invite to them': ({ received }) => verifies(received),
  'that invite accepted': ({ who, received }) => works(who.client.rpc('accept_invite', { token: received })),
}

const asAdmin = async (name: string, values: object) =>
  expect((await people.admin.client.rpc(name, values)).error).toBeNull()

const steps: [string, 'agent' | 'admin', (who: Person) => Promise<unknown>, Record<string, unknown>][] = [
  [
    'an agent without any step',
    'agent',
    () => Promise.resolve(),
    {
      'invites they sent': false,
      'an invite to them': true,
      'that invite accepted': true,
      proposals: 0,
      'a proposal applied': false,
    },
  ],
  [
    'an admin without any step',
    'admin',
    () => Promise.resolve(),
    {
      'invites they sent': true,
      'an invite to them': true,
      'that invite accepted': false,
      proposals: 1,
      'a proposal applied': true,
    },
  ],
  [
    'an agent made an admin',
    'agent',
    ({ id }) => asAdmin('set_user_role', { target: id, new_role: 'admin' }),
    {
      'invites they sent': true,
      'an invite to them': false,
      'that invite accepted': false,
      proposals: 1,
      'a proposal applied': true,
    },
  ],
  [
    'an admin made an agent',
    'admin',
    ({ id }) => asAdmin('set_user_role', { target: id, new_role: 'agent' }),
    {
      'invites they sent': false,
      'an invite to them': false,
      'that invite accepted': false,
      proposals: 0,
      'a proposal applied': false,
    },
  ],
  [
    'an admin renamed',
    'admin',
    async ({ id, client }) => client.from('profiles').update({ name: 'Renata Renamed' }).eq('id', id),
    {
      'invites they sent': true,
      'an invite to them': true,
      'that invite accepted': false,
      proposals: 1,
      'a proposal applied': true,
    },
  ],
]
const staff = {
  'tickets assigned': 1,
  'a comment on a ticket they solved': 1,
  'that ticket when it is reopened': 1,
  'tickets read': 1,
  drafts: 2,
  macros: 2,
  views: 2,
  'shared things for others': 1,
  'a bulk change undone': true,
  'sessions listed': true,
  'session renewed': true,
}

/** Nothing but the person's own account, and their shared things for the others. */
const former = {
  'tickets assigned': 0,
  'a comment on a ticket they solved': 0,
  'that ticket when it is reopened': 0,
  'tickets read': 0,
  drafts: 0,
  macros: 0,
  views: 0,
  'shared things for others': 1,
  proposals: 0,
  'a proposal applied': false,
  'a bulk change undone': false,
  'sessions listed': true,
  'session renewed': true,
  'invites they sent': false,
  'an invite to them': false,
  'that invite accepted': false,
}
const off = { ...former, 'sessions listed': false, 'session renewed': false }

const measure = async (things: Things) => {
  const measured: Record<string, unknown> = {}
  for (const [name, look] of Object.entries(remains)) measured[name] = await look(things)
  return measured
}

it.each(steps)('%s leaves exactly the rights of the role', async (_, role, step, expected) => {
  const things = await thingsOf(await person(role, 'Lea Life'))
  await step(things.who)
  expect(await measure(things)).toEqual({ ...staff, ...expected })
})

const endings: [string, (who: Person) => Promise<unknown>, typeof former][] = [
  ['made a customer', ({ id }) => asAdmin('set_user_role', { target: id, new_role: 'customer' }), former],
  ['deactivated', ({ id }) => asAdmin('set_user_active', { target: id, active: false }), off],
  [
    'demoted and deactivated',
    async ({ id }) => {
      await asAdmin('set_user_role', { target: id, new_role: 'customer' })
      await asAdmin('set_user_active', { target: id, active: false })
    },
    off,
  ],
  ['demoted by SQL', ({ id }) => db`update public.profiles set role = 'customer' where id = ${id}`, former],
]
it.each(endings.flatMap((ending) => [['agent', ...ending] as const, ['admin', ...ending] as const]))(
  'an %s %s keeps nothing of the desk',
  async (role, _, end, expected) => {
    const things = await thingsOf(await person(role, 'Lea Life'))
    await end(things.who)
    expect(await measure(things)).toEqual(expected)
  },
)

it('restores the role of a reactivated admin, but not invites and tickets', async () => {
  const things = await thingsOf(await person('admin', 'Lea Life'))
  const { id } = things.who
  await asAdmin('set_user_active', { target: id, active: false })
  await asAdmin('set_user_active', { target: id, active: true })
  expect(await measure(things)).toMatchObject({
    'tickets assigned': 0,
    'tickets read': 1,
    'invites they sent': false,
    'an invite to them': false,
  })
})

it('removes invites, drafts, macros, views, sessions and mails of a deleted person', async () => {
  const who = await person('admin', 'Lea Life')
  const things = await thingsOf(who)
  await commentBy(people.owner, things.held)
  // Tickets keep whoever is named in them from being deleted: they are given away first.
  await db`update public.tickets set assigned_to = null where assigned_to = ${who.id}`
  await db`delete from auth.users where id = ${who.id}`
  const [left] = await db`select
    (select count(*)::int from public.invites where created_by = ${who.id}) as invites,
    (select count(*)::int from public.ticket_drafts where user_id = ${who.id}) as drafts,
    (select count(*)::int from public.macros where owner_id = ${who.id}) as macros,
    (select count(*)::int from public.saved_views where owner_id = ${who.id}) as views,
    (select count(*)::int from auth.sessions where user_id = ${who.id}) as sessions,
    (select count(*)::int from public.notification_outbox where recipient_id = ${who.id}) as mails`
  expect(left).toEqual({ invites: 0, drafts: 0, macros: 0, views: 0, sessions: 0, mails: 0 })
  expect(await verifies(things.sent)).toBe(false)
})
