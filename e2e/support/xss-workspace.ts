import { randomUUID } from 'node:crypto'
import { db, newMember, type Member } from './factories'
import payloads from './xss-payloads.json' with { type: 'json' }

/** XSS vectors, one of each kind, as published by OWASP (filter evasion) and others; `/canary/` marks URLs that they would fetch. */
export const vectors: readonly string[] = payloads
export const upTo = (length: number) => vectors.filter((text) => text.length <= length)
/** Vectors that fit into a tag. */
const tagsOf = (...texts: string[]) => texts.filter((text) => text.length <= 40)
const fileNames = vectors.map((text, index) => `${text.replaceAll(/[/\\]/g, '-').slice(0, 200)} ${index}.png`)

export interface XssWorkspace {
  customer: Member
  agent: Member
  admin: Member
  /** A ticket with a vector in every field. */
  ticket: string
  closed: string
}

/** Creates users and tickets in which every user-written text is a vector. */
export async function xssWorkspace(): Promise<XssWorkspace> {
  const [customer, agent, admin] = [
    await newMember('Xena Customer'),
    await newMember('Xavier Agent', 'agent'),
    await newMember('Xia Admin', 'admin'),
  ]
  const names = upTo(50)
  const [first = '', second = '', third = ''] = [
    '"><img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<img src=/canary/3>',
  ]
  for (const [member, name] of [
    [customer, first],
    [agent, second],
    [admin, third],
  ] as const)
    await db`update public.profiles set name = ${name} where id = ${member.id}`

  const person = (index: number) => ({ id: randomUUID(), name: names[index % names.length] ?? first })
  const others = names.map((_, index) => person(index))
  await db`insert into auth.users ${db(
    others.map(({ id }) => ({
      id,
      aud: 'authenticated',
      role: 'authenticated',
      email: `${id}@example.net`,
      raw_user_meta_data: {},
    })),
  )}`
  for (const { id, name } of others) await db`update public.profiles set name = ${name} where id = ${id}`

  const tickets = vectors.map((text, index) => ({
    id: randomUUID(),
    subject: text,
    description: `${text} ${vectors[(index + 1) % vectors.length]}`,
    created_by: customer.id,
    customer_id: customer.id,
    assigned_to: index % 2 ? agent.id : null,
    tags: tagsOf(text, `${text} again`),
  }))
  await db`insert into public.tickets ${db(tickets)}`
  const theirs = others.map(({ id }, index) => ({
    ...(tickets[index] ?? {}),
    id: randomUUID(),
    created_by: id,
    customer_id: id,
  }))
  await db`insert into public.tickets ${db(theirs)}`

  const ticket = tickets[1]?.id ?? ''
  const closed = tickets[3]?.id ?? ''
  const comments = vectors.flatMap((content, index) => [
    {
      ticket_id: ticket,
      user_id: index % 2 ? agent.id : customer.id,
      content,
      is_internal: false,
    },
    { ticket_id: ticket, user_id: agent.id, content: `note ${content}`, is_internal: true },
  ])
  await db`insert into public.comments ${db(comments)}`
  const files = fileNames.map((file_name) => ({
    ticket_id: ticket,
    file_name,
    file_type: 'image/png',
    file_size: 10,
    storage_path: `${ticket}/${randomUUID()}.png`,
    uploaded_by: customer.id,
  }))
  // Without triggers, which allow five files per ticket.
  await db.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`insert into public.attachments ${tx(files)}`
  })
  await db`update public.tickets set status = 'closed', close_reason = ${first + second} where id = ${closed}`
  await db`insert into public.ticket_ratings ${db([
    {
      ticket_id: closed,
      customer_id: customer.id,
      agent_id: agent.id,
      score: 1,
      comment: vectors.join(' ').slice(0, 1000),
    },
  ])}`
  for (const owner of [agent, admin]) {
    await db`insert into public.macros ${db(
      upTo(80).map((text) => ({ owner_id: owner.id, name: text, body: text, add_tags: tagsOf(text) })),
    )}`
    await db`insert into public.saved_views ${db(
      upTo(60).map((text) => ({ owner_id: owner.id, name: text, filter: { text } })),
    )}`
  }
  return { customer, agent, admin, ticket, closed }
}
