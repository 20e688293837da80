import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import {
  createUsers,
  type TestUsers,
  insertComment,
  db,
  type TestUser,
  createUser,
  insertTicket,
} from '../support/backend'
import { resetAfterAll } from './support/reset'

resetAfterAll()

let people: TestUsers
beforeAll(async () => void (people = await createUsers()))

/** Rows of a staff member before a change of role or state. */
interface Fixture {
  who: TestUser
  assigned: string
  solved: string
  sentInvite: string
  receivedInvite: string
  proposal: string
  batch: string
}

async function createFixture(who: TestUser): Promise<Fixture> {
  const { owner, admin } = people
  const [assigned, solved] = [
    await insertTicket(owner, { assigned_to: who.id }),
    await insertTicket(owner, { assigned_to: who.id, status: 'solved' }),
  ]
  const [sentInvite, receivedInvite, proposal, batch] = [
    randomUUID(),
    randomUUID(),
    randomUUID(),
    randomUUID(),
  ]
  await db`insert into public.invites (email, role, token_hash, created_by) values
    (${`${sentInvite}@example.net`}, 'admin', private.hash_token(${sentInvite}), ${who.id}),
    (${who.email}, 'admin', private.hash_token(${receivedInvite}), ${admin.id})`
  await db`insert into public.ticket_drafts (user_id, ticket_id, kind, content) values
    (${who.id}, ${assigned}, 'note', 'He seems angry'), (${who.id}, ${assigned}, 'comment', 'Hello')`
  await db`insert into public.macros (owner_id, is_shared, name, body) values
    (${who.id}, false, 'Mine', 'x'), (${who.id}, true, 'Ours', 'x')`
  await db`insert into public.saved_views (owner_id, is_shared, name, filter) values
    (${who.id}, false, 'Mine', '{}'), (${who.id}, true, 'Ours', '{"assignee": "me"}')`
  await db`insert into public.assistant_proposals (id, admin_id, ticket_id, kind, to_value)
    values (${proposal}, ${who.id}, ${assigned}, 'status', 'pending')`
  await db`insert into private.undoable_changes (batch_id, ticket_id, actor_id, before, version)
    select ${batch}, t.id, ${who.id}, to_jsonb(t), t.version from public.tickets t where t.id = ${assigned}`
  return { who, assigned, solved, sentInvite, receivedInvite, proposal, batch }
}

const rows = async (answer: PromiseLike<{ data: unknown }>) => {
  const { data } = await answer
  return Array.isArray(data) ? data.length : 0
}
const succeeds = async (answer: PromiseLike<{ error: unknown }>) => (await answer).error === null
const isValid = async (token: string) =>
  (await people.visitor.rpc('verify_invite', { token })).data?.[0]?.is_valid === true

/** What the user can still access. The order matters: accepting an invite changes the role. */
const probes: Record<string, (things: Fixture) => Promise<unknown>> = {
  'tickets assigned': async ({ who }) =>
    (await db`select 1 from public.tickets where assigned_to = ${who.id} and status = 'open'`).length,
  'a comment on a ticket they solved': async ({ who, solved }) => {
    await people.owner.client.from('comments').insert({ ticket_id: solved, content: 'private words' })
    const mails = await db`select 1 from public.notification_outbox
      where recipient_id = ${who.id} and ticket_id = ${solved} and kind = 'reopened'`
    return mails.length
  },
  'that ticket when it is reopened': async ({ who, solved }) => {
    await people.owner.client.from('tickets').update({ status: 'open' }).eq('id', solved)
    return (await db`select 1 from public.tickets where id = ${solved} and assigned_to = ${who.id}`).length
  },
  'tickets read': ({ who, assigned }) => rows(who.client.from('tickets').select('id').eq('id', assigned)),
  drafts: ({ who }) => rows(who.client.from('ticket_drafts').select('kind')),
  macros: ({ who }) => rows(who.client.from('macros').select('id').eq('owner_id', who.id)),
  views: ({ who }) => rows(who.client.from('saved_views').select('id').eq('owner_id', who.id)),
  'shared macros for others': ({ who }) =>
    rows(people.otherAgent.client.from('macros').select('id').eq('owner_id', who.id)),
  proposals: ({ who }) => rows(who.client.from('assistant_proposals').select('id').eq('admin_id', who.id)),
  'a proposal applied': ({ who, proposal }) =>
    succeeds(who.client.rpc('decide_proposal', { proposal_id: proposal, decision: 'dismiss' })),
  'a bulk change undone': ({ who, batch }) =>
    succeeds(who.client.rpc('undo_bulk_update', { batch_id: batch })),
  'sessions listed': async ({ who }) => (await rows(who.client.rpc('list_my_sessions'))) > 0,
  'session renewed': async ({ who }) => succeeds(who.client.auth.refreshSession()),
  'invites they sent': ({ sentInvite }) => isValid(sentInvite),
  'an invite to them': ({ receivedInvite }) => isValid(receivedInvite),
  'that invite accepted': ({ who, receivedInvite }) =>
    succeeds(who.client.rpc('accept_invite', { token: receivedInvite })),
}

const asAdmin = async (name: string, values: object) =>
  expect((await people.admin.client.rpc(name, values)).error).toBeNull()

const steps: [string, 'agent' | 'admin', (who: TestUser) => Promise<unknown>, Record<string, unknown>][] = [
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
  'shared macros for others': 1,
  'a bulk change undone': true,
  'sessions listed': true,
  'session renewed': true,
}

/** Expected of former staff: their account, and for others their shared macros and views. */
const former = {
  'tickets assigned': 0,
  'a comment on a ticket they solved': 0,
  'that ticket when it is reopened': 0,
  'tickets read': 0,
  drafts: 0,
  macros: 0,
  views: 0,
  'shared macros for others': 1,
  proposals: 0,
  'a proposal applied': false,
  'a bulk change undone': false,
  'sessions listed': true,
  'session renewed': true,
  'invites they sent': false,
  'an invite to them': false,
  'that invite accepted': false,
}
const deactivated = { ...former, 'sessions listed': false, 'session renewed': false }

const measure = async (things: Fixture) => {
  const measured: Record<string, unknown> = {}
  for (const [name, probe] of Object.entries(probes)) measured[name] = await probe(things)
  return measured
}

it.each(steps)('%s leaves exactly the rights of the role', async (_, role, step, expected) => {
  const things = await createFixture(await createUser(role, 'Lea Life'))
  await step(things.who)
  expect(await measure(things)).toEqual({ ...staff, ...expected })
})

const endings: [string, (who: TestUser) => Promise<unknown>, typeof former][] = [
  ['made a customer', ({ id }) => asAdmin('set_user_role', { target: id, new_role: 'customer' }), former],
  ['deactivated', ({ id }) => asAdmin('set_user_active', { target: id, active: false }), deactivated],
  [
    'demoted and deactivated',
    async ({ id }) => {
      await asAdmin('set_user_role', { target: id, new_role: 'customer' })
      await asAdmin('set_user_active', { target: id, active: false })
    },
    deactivated,
  ],
  ['demoted by SQL', ({ id }) => db`update public.profiles set role = 'customer' where id = ${id}`, former],
]
it.each(endings.flatMap((ending) => [['agent', ...ending] as const, ['admin', ...ending] as const]))(
  'an %s %s loses all staff rights',
  async (role, _, end, expected) => {
    const things = await createFixture(await createUser(role, 'Lea Life'))
    await end(things.who)
    expect(await measure(things)).toEqual(expected)
  },
)

it('restores the role of a reactivated admin, but not invites and tickets', async () => {
  const things = await createFixture(await createUser('admin', 'Lea Life'))
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
  const who = await createUser('admin', 'Lea Life')
  const things = await createFixture(who)
  await insertComment(people.owner, things.assigned)
  // A foreign key keeps assignees from being deleted.
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
  expect(await isValid(things.sentInvite)).toBe(false)
})
