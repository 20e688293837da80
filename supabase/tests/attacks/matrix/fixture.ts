import { randomUUID } from 'node:crypto'
import { anonClient } from '@helpdesk/testing/stack'
import type { SupabaseClient } from '@supabase/supabase-js'
import { db, type TestUser, createUser, stack } from '../../support/backend'
import { clientWith, forgedToken } from '../support/tokens'
import type { Actor } from './actors'

/** The callers of the matrix, and other users whose rows they must not reach. */
export interface MatrixUsers {
  clients: Record<Actor, SupabaseClient>
  /** The user id of each caller, or the one it claims. */
  ids: Record<Actor, string>
  otherCustomer: TestUser
  otherAgent: TestUser
  leaver: string
}

export async function createMatrixUsers(): Promise<MatrixUsers> {
  const [customer, otherCustomer, agent, otherAgent, admin, off] = await Promise.all([
    createUser('customer', 'Olive Owner'),
    createUser('customer', 'Stan Stranger'),
    createUser('agent', 'Ada Agent'),
    createUser('agent', 'Rick Rival'),
    createUser('admin', 'Amy Admin'),
    createUser('admin', 'Dora Deactivated'),
  ])
  const leaver = randomUUID()
  await db`insert into auth.users (id, email, email_confirmed_at, is_sso_user)
    values (${leaver}, ${`${leaver}@example.net`}, now(), true)`
  // Deactivated after sign-in, so the token is still valid.
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
    otherCustomer,
    otherAgent,
    leaver,
  }
}

/** New rows of every table: own rows of each caller and rows of other users. */
export interface MatrixFixture {
  /** `created_at` of its rows. */
  since: string
  /** The customer's ticket, assigned to the agent. */
  ticket: string
  queued: string
  /** The customer's solved ticket without a rating. */
  unrated: string
  /** An unassigned ticket that was split from `ticket`. */
  split: string
  /** A public comment of the customer on `ticket`. */
  message: string
  tickets: string[]
  address: string
  proposal: string
  leaver: string
  mail: string
  /** A received mail that waits for staff. */
  received: string
  /** A mail address of the desk. */
  desk: string
  /** A mail that could not be sent. */
  failedMail: string
  invite: string
  token: string
  /** Token of the mails about the customer's statuses. */
  unsubscribeToken: string
  /** Rates the ticket `unrated`. */
  ratingToken: string
  batchOf(actor: string): string
  /** A public comment of that user. */
  commentOf(person: string): string
  /** Token of an admin invite to that user. */
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

/** Inserts the rows, bypassing row level security. */
export async function createMatrixFixture({
  ids,
  otherCustomer,
  otherAgent,
  leaver,
}: MatrixUsers): Promise<MatrixFixture> {
  const { customer, agent, admin, deactivated } = ids
  // Accepted invites of earlier tests changed these roles.
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
    queued: ticket(otherCustomer.id),
    unrated: ticket(customer, { status: 'solved', assigned_to: agent }),
    other: ticket(otherCustomer.id, { assigned_to: otherAgent.id }),
    rated: ticket(customer, { status: 'solved', assigned_to: agent }),
    otherRated: ticket(otherCustomer.id, { status: 'solved', assigned_to: otherAgent.id }),
    off: ticket(deactivated, { assigned_to: deactivated }),
    admins: ticket(admin, { assigned_to: admin }),
    split: ticket(customer),
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
    comment(rows.other, otherCustomer.id),
    comment(rows.other, otherAgent.id, true),
    comment(rows.off, deactivated),
    comment(rows.off, deactivated, true),
    comment(rows.admins, admin),
  ]
  const note = comments[2]?.id ?? null
  const [proposal, mail, invite, received, desk] = [
    randomUUID(),
    randomUUID(),
    randomUUID(),
    randomUUID(),
    randomUUID(),
  ]
  const address = `${randomUUID()}@example.org`
  const failedMail = randomUUID()
  const batches = new Map<string, string>()
  const invited = new Map([customer, agent, admin, deactivated].map((person) => [person, randomUUID()]))
  await db.begin(async (tx) => {
    await tx`insert into public.tickets ${tx(list)}`
    await tx`insert into public.comments ${tx(comments)}`
    const first = {
      ...comment(rows.held, customer),
      created_at: '2026-01-01T00:00:00Z',
      source: 'portal',
      updated_at: '2026-01-01T00:00:00Z',
      author_name: 'Olive Owner',
      author_role: 'customer',
    }
    const places = { [first.id]: rows.held.id }
    await tx`insert into private.ticket_splits (ticket_id, from_id, from_ids, first, places, answered)
      values (${rows.split.id}, ${rows.held.id}, ${[rows.held.id]}, ${tx.json({ ...first, mails: [] })}, ${tx.json(places)},
        ${tx.json({ [rows.held.id]: null })})`
    await tx`insert into public.attachments ${tx([
      fileOf(rows.held.id, customer),
      fileOf(rows.held.id, agent, note),
      fileOf(rows.other.id, otherCustomer.id),
      fileOf(rows.off.id, deactivated),
      fileOf(rows.admins.id, admin),
    ])}`
    await tx`insert into public.ticket_ratings ${tx([
      { ticket_id: rows.rated.id, customer_id: customer, score: 5 },
      { ticket_id: rows.otherRated.id, customer_id: otherCustomer.id, score: 2 },
    ])}`
    const owners = [
      [agent, false],
      [agent, true],
      [otherAgent.id, false],
      [otherAgent.id, true],
      [admin, true],
      [deactivated, false],
    ] as const
    for (const [owner, shared] of owners) {
      const [macro] = await tx`insert into public.macros (owner_id, is_shared, name, body)
        values (${owner}, ${shared}, 'Thanks', 'Thank you.') returning id`
      await tx`insert into public.macro_uses (user_id, macro_id) values (${owner}, ${macro?.id})`
    }
    for (const [owner, shared] of owners)
      await tx`insert into public.saved_views (owner_id, is_shared, name, filter)
        values (${owner}, ${shared}, 'Urgent', '{"priority": ["urgent"]}')`
    for (const user of [customer, otherCustomer.id, agent, otherAgent.id, admin, deactivated])
      await tx`insert into public.ticket_drafts (user_id, ticket_id, kind, content)
        values (${user}, ${rows.held.id}, 'comment', 'unsent')`
    await tx`insert into public.assistant_proposals (id, admin_id, ticket_id, kind, to_value)
      values (${proposal}, ${admin}, ${rows.held.id}, 'status', 'pending'),
        (${randomUUID()}, ${deactivated}, ${rows.held.id}, 'status', 'pending')`
    await tx`insert into public.notification_outbox
      (id, kind, recipient_id, recipient_email, recipient_name, ticket_id, ticket_subject, actor_name)
      values (${mail}, 'reply', ${customer}, 'o@example.com', 'Olive', ${rows.held.id}, 'x', 'Ada')`
    await tx`insert into public.mail_addresses (id, address) values (${desk}, ${`d${desk.slice(0, 8)}@desk.example`})`
    await tx`insert into public.blocked_senders (address, blocked_by) values (${address}, ${admin})`
    await tx`insert into public.undeliverable_addresses (address) values (${address})`
    await tx`insert into public.ticket_participants (ticket_id, address, added_by)
      values (${rows.held.id}, ${address}, ${agent}), (${rows.other.id}, ${address}, ${otherAgent.id})`
    await tx`insert into private.mail_messages (id, message_id, recipient, from_address, authentication, state)
      values (${received}, ${received}, 'support@desk.example', ${address}, 'none', 'unmatched')`
    await tx`insert into public.notification_outbox
      (id, kind, recipient_id, recipient_email, recipient_name, ticket_id, ticket_subject, actor_name, dropped_at, error)
      values (${failedMail}, 'reply', ${customer}, 'o@example.com', 'Olive', ${rows.held.id}, 'x', 'Ada', now(), 'refused')`
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
      await tx`insert into private.undoable_changes (batch_id, ticket_id, actor_id, before, version)
        select ${batch}, t.id, ${user}, to_jsonb(t), t.version from public.tickets t where t.id = ${rows.held.id}`
    }
  })
  const [made] = await db<{ since: string; unsubscribe: string }[]>`
    select created_at::text as since, private.unsubscribe_token(${customer}, 'status') as unsubscribe
    from public.tickets where id = ${rows.held.id}`
  const [rating] = await db<{ token: string }[]>`
    select private.rating_token(t, (extract(epoch from now()) * 1000000)::bigint) as token
    from public.tickets t where t.id = ${rows.unrated.id}`
  return {
    since: made?.since ?? '',
    unsubscribeToken: made?.unsubscribe ?? '',
    ratingToken: rating?.token ?? '',
    ticket: rows.held.id,
    queued: rows.queued.id,
    unrated: rows.unrated.id,
    split: rows.split.id,
    message: comments[0]?.id ?? '',
    tickets: list.map(({ id }) => id),
    address,
    proposal,
    leaver,
    mail,
    received,
    desk,
    failedMail,
    invite,
    token,
    inviteTo: (person) => invited.get(person) ?? randomUUID(),
    commentOf: (person) =>
      comments.find((each) => each.user_id === person && !each.is_internal)?.id ?? randomUUID(),
    batchOf: (actor) => batches.get(actor) ?? batches.get(agent) ?? '',
  }
}
