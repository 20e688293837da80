import { randomUUID } from 'node:crypto'
import { anonClient, clientAs, createUser, type Stack } from '@helpdesk/testing/stack'
import type { SupabaseClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { expect, inject } from 'vitest'

const elsewhere = () => Promise.reject(new Error('The backend is run by the global setup'))

/** The backend of this worker: vitest numbers its workers from 1. */
const place = inject('places')[Number(process.env.VITEST_POOL_ID) - 1]
if (!place) throw new Error('The global setup started no backend for this worker')

export const stack: Stack = {
  ...place,
  dataDir: '',
  pid: 0,
  output: () => '',
  mails: elsewhere,
  stop: elsewhere,
  kill: elsewhere,
}

/** The database's owner: prepares and looks behind the policies. */
export const db = postgres(stack.databaseUrl, { max: 4, onnotice: () => {} })

export interface Person {
  id: string
  email: string
  client: SupabaseClient
}

type Role = 'customer' | 'agent' | 'admin'

/** A confirmed, signed-in user with a fresh address. */
export async function person(role: Role, name: string): Promise<Person> {
  const email = `${name.toLowerCase().replaceAll(/\W+/g, '-')}-${randomUUID().slice(0, 8)}@example.com`
  const { id } = await createUser(stack, { email, role, name })
  return { id, email, client: await clientAs(stack, email) }
}

/** Two customers, two agents, an admin and somebody without a session. */
export async function cast() {
  const [owner, stranger, agent, rival, admin] = await Promise.all([
    person('customer', 'Olive Owner'),
    person('customer', 'Stan Stranger'),
    person('agent', 'Ada Agent'),
    person('agent', 'Rick Rival'),
    person('admin', 'Amy Admin'),
  ])
  return { owner, stranger, agent, rival, admin, visitor: anonClient(stack) }
}
export type Cast = Awaited<ReturnType<typeof cast>>

interface TicketValues {
  status?: string
  assigned_to?: string | null
  priority?: string
  subject?: string
}

/** A ticket of that customer, made behind the policies. */
export async function ticketOf(customer: Person, values: TicketValues = {}): Promise<string> {
  const id = randomUUID()
  await db`insert into public.tickets ${db({
    id,
    subject: 'The printer is on fire',
    description: 'Smoke comes out of the left side.',
    created_by: customer.id,
    customer_id: customer.id,
    ...values,
  })}`
  return id
}

/** A comment of that author, made behind the policies. */
export async function commentBy(author: Person, ticket: string, internal = false): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    insert into public.comments (ticket_id, user_id, content, is_internal)
    values (${ticket}, ${author.id}, ${internal ? 'secret note' : 'a reply'}, ${internal}) returning id`
  if (!row) throw new Error('no comment')
  return row.id
}

/** An attachment record, made behind the policies. */
export async function attachmentBy(author: Person, ticket: string, comment: string | null = null) {
  const values = attachmentValues(ticket, author)
  const [row] = await db<{ id: string; storage_path: string }[]>`
    insert into public.attachments ${db({ ...values, comment_id: comment })} returning id, storage_path`
  if (!row) throw new Error('no attachment')
  return row
}

/** What a client inserts as an attachment. */
export const attachmentValues = (ticket: string, uploader: Person) => ({
  ticket_id: ticket,
  uploaded_by: uploader.id,
  file_name: 'notes.txt',
  file_type: 'text/plain',
  file_size: 5,
  storage_path: `${ticket}/${randomUUID()}.txt`,
})

/** The same with the bytes behind it stored by the uploader: now the record can be inserted. */
export async function storedValues(ticket: string, uploader: Person, changes: { file_size?: number } = {}) {
  const values = { ...attachmentValues(ticket, uploader), ...changes }
  await storeObject(values)
  return values
}

/** The row that Storage writes for a file of those values. */
export async function storeObject(values: {
  storage_path: string
  uploaded_by: string
  file_type: string
  file_size: number
}) {
  const metadata = { mimetype: values.file_type, size: values.file_size }
  await db`insert into storage.objects (bucket_id, name, owner_id, version, metadata)
    values ('ticket-attachments', ${values.storage_path}, ${values.uploaded_by}, gen_random_uuid()::text, ${db.json(metadata)})`
}

interface Answer {
  data: unknown
  error: { message: string; code?: string; details?: string } | null
  status?: number
}

/** Asserts a refusal by right: a missing grant or a policy. */
export function expectForbidden({ error }: Answer) {
  expect(error?.code).toBe('42501')
}

/** Asserts a refusal with the code that the product relies on. */
export function expectRefusal({ error }: Answer, detail: string, message?: string) {
  expect(error).not.toBeNull()
  expect(error?.details).toBe(detail)
  if (message) expect(error?.message).toBe(message)
}

/** Asserts that the caller is told to sign in: the session was ended, or the person was switched off. */
export function expectOut(answer: Answer) {
  expectRefusal(answer, 'not_authenticated', 'Not authenticated')
  expect(answer.error?.code).toBe('PT401')
  expect(answer.status).toBe(401)
}

/** Asserts that it worked and returned that many rows. */
export function expectRows({ data, error }: Answer, count: number) {
  expect(error).toBeNull()
  expect(data).toHaveLength(count)
}
