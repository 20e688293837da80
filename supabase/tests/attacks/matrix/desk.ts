import { randomUUID } from 'node:crypto'
import { anonClient } from '@helpdesk/testing/stack'
import type { SupabaseClient } from '@supabase/supabase-js'
import { db, type Person, person, stack } from '../../support/world'
import { clientWith, forgedToken } from '../support/tokens'
import type { Actor } from './actors'

/** Everybody of the matrix, and those whose things they must not reach. */
export interface Troupe {
  clients: Record<Actor, SupabaseClient>
  /** Whom each of them is, or claims to be. */
  ids: Record<Actor, string>
  stranger: Person
  rival: Person
  leaver: string
}

/** One client for each column of the matrix. */
export async function troupe(): Promise<Troupe> {
  const [customer, stranger, agent, rival, admin, off] = await Promise.all([
    person('customer', 'Olive Owner'),
    person('customer', 'Stan Stranger'),
    person('agent', 'Ada Agent'),
    person('agent', 'Rick Rival'),
    person('admin', 'Amy Admin'),
    person('admin', 'Dora Deactivated'),
  ])
  const leaver = randomUUID()
  await db`insert into auth.users (id, email, email_confirmed_at, is_sso_user)
    values (${leaver}, ${`${leaver}@example.net`}, now(), true)`
  // Signed in first: the token is still good.
  await db`update public.profiles set deactivated_at = now() where id = ${off.id}`
  return {
    clients: {
      anon: anonClient(stack),
      customer: customer.client,
      agent: agent.client,
      admin: admin.client,
      deactivated: off.client,
      foreign: clientWith(await forgedToken({ sub: admin.id, role: 'authenticated' })),
    },
    ids: {
      anon: randomUUID(),
      customer: customer.id,
      agent: agent.id,
      admin: admin.id,
      deactivated: off.id,
      foreign: admin.id,
    },
    stranger,
    rival,
    leaver,
  }
}

/** Fresh rows of every table, for each actor own ones and those of somebody else. */
export interface Desk {
  /** When its rows were made. */
  since: string
  /** The customer's, held by the agent. */
  ticket: string
  queued: string
  /** Solved and not rated yet, the customer's. */
  unrated: string
  tickets: string[]
  address: string
  proposal: string
  leaver: string
  mail: string
  invite: string
  token: string
  batchOf(actor: string): string
  /** Token of an invite to that person's own address, as admin. */
  inviteTo(person: string): string
}

const text = { subject: 'The printer is on fire', description: 'Smoke comes out of the left side.' }
const fileOf = (ticket: string, uploader: string, comment: string | null = null) => ({
  ticket_id: ticket,
  uploaded_by: uploader,
  comment_id: comment,
  file_name: 'notes.txt',
  file_type: 'text/plain',
  file_size: 5,
  storage_path: `${ticket}/${randomUUID()}.txt`,
})

/** Made behind the policies. */
export async function makeDesk({ ids, stranger, rival, leaver }: Troupe): Promise<Desk> {
  const { customer, agent, admin, deactivated } = ids
  // An accepted invite made them something else.
  await db`update public.profiles set role = 'customer' where id = ${customer} and role <> 'customer'`
  await db`update public.profiles set role = 'agent' where id = ${agent} and role <> 'agent'`
  const ticket = (owner: string, values: object = {}) => ({
    id: randomUUID(),
    ...text,
    status: 'open',
    assigned_to: null,
    tags: null,
    created_by: owner,
    customer_id: owner,
    ...values,
  })
  const rows = {
    held: ticket(customer, { assigned_to: agent, tags: ['matrix'] }),
    queued: ticket(stranger.id),
    unrated: ticket(customer, { status: 'solved', assigned_to: agent }),
    other: ticket(stranger.id, { assigned_to: rival.id }),
    rated: ticket(customer, { status: 'solved', assigned_to: agent }),
    otherRated: ticket(stranger.id, { status: 'solved', assigned_to: rival.id }),
    off: ticket(deactivated, { assigned_to: deactivated }),
    admins: ticket(admin, { assigned_to: admin }),
  }
  const list = Object.values(rows)
  const token = randomUUID()
  const comment = (on: { id: string }, user: string, internal = false) => ({
    id: randomUUID(),
    ticket_id: on.id,
    user_id: user,
    content: internal ? 'a note' : 'a reply',
    is_internal: internal,
  })
  const comments = [
    comment(rows.held, customer),
    comment(rows.held, agent),
    comment(rows.held, agent, true),
    comment(rows.other, stranger.id),
    comment(rows.other, rival.id, true),
    comment(rows.off, deactivated),
    comment(rows.off, deactivated, true),
    comment(rows.admins, admin),
  ]
  const note = comments[2]?.id ?? null
  const [proposal, mail, invite] = [randomUUID(), randomUUID(), randomUUID()]
  const batches = new Map<string, string>()
  const invited = new Map([customer, agent, admin, deactivated].map((person) => [person, randomUUID()]))
  await db.begin(async (tx) => {
    await tx`insert into public.tickets ${tx(list)}`
    await tx`insert into public.comments ${tx(comments)}`
    await tx`insert into public.attachments ${tx([
      fileOf(rows.held.id, customer),
      fileOf(rows.held.id, agent, note),
      fileOf(rows.other.id, stranger.id),
      fileOf(rows.off.id, deactivated),
      fileOf(rows.admins.id, admin),
    ])}`
    await tx`insert into public.ticket_ratings ${tx([
      { ticket_id: rows.rated.id, customer_id: customer, score: 5 },
      { ticket_id: rows.otherRated.id, customer_id: stranger.id, score: 2 },
    ])}`
    const owners = [
      [agent, false],
      [agent, true],
      [rival.id, false],
      [rival.id, true],
      [admin, true],
      [deactivated, false],
    ] as const
    await tx`insert into public.macros ${tx(
      owners.map(([owner_id, is_shared]) => ({ owner_id, is_shared, name: 'Thanks', body: 'Thank you.' })),
    )}`
    for (const [owner, shared] of owners)
      await tx`insert into public.saved_views (owner_id, is_shared, name, filter)
        values (${owner}, ${shared}, 'Urgent', '{"priority": "urgent"}')`
    for (const user of [customer, stranger.id, agent, rival.id, admin, deactivated])
      await tx`insert into public.ticket_drafts (user_id, ticket_id, kind, content)
        values (${user}, ${rows.held.id}, 'comment', 'unsent')`
    await tx`insert into public.assistant_proposals (id, admin_id, ticket_id, kind, to_value)
      values (${proposal}, ${admin}, ${rows.held.id}, 'status', 'pending'),
        (${randomUUID()}, ${deactivated}, ${rows.held.id}, 'status', 'pending')`
    await tx`insert into public.notification_outbox
      (id, kind, recipient_id, recipient_email, recipient_name, ticket_id, ticket_subject, actor_name)
      values (${mail}, 'reply', ${customer}, 'o@example.com', 'Olive', ${rows.held.id}, 'x', 'Ada')`
    await tx`insert into public.invites (id, email, role, token_hash, created_by)
      values (${invite}, ${`${token}@example.net`}, 'agent', private.hash_token(${token}), ${admin})`
    for (const [person, secret] of invited) {
      await tx`update public.invites i set revoked_at = now() from public.profiles p
        where p.id = ${person} and i.email = p.email and i.used_at is null and i.revoked_at is null`
      await tx`insert into public.invites (email, role, token_hash, created_by)
        select email, 'admin', private.hash_token(${secret}), ${admin} from public.profiles where id = ${person}`
    }
    for (const user of [agent, admin, deactivated]) {
      const batch = randomUUID()
      batches.set(user, batch)
      await tx`insert into private.bulk_changes (batch_id, ticket_id, actor_id, before, version)
        select ${batch}, t.id, ${user}, to_jsonb(t), t.version from public.tickets t where t.id = ${rows.held.id}`
    }
  })
  const [made] = await db<{ since: string }[]>`
    select created_at::text as since from public.tickets where id = ${rows.held.id}`
  return {
    since: made?.since ?? '',
    ticket: rows.held.id,
    queued: rows.queued.id,
    unrated: rows.unrated.id,
    tickets: list.map(({ id }) => id),
    address: `${randomUUID()}@example.org`,
    proposal,
    leaver,
    mail,
    invite,
    token,
    inviteTo: (person) => invited.get(person) ?? randomUUID(),
    batchOf: (actor) => batches.get(actor) ?? batches.get(agent) ?? '',
  }
}
