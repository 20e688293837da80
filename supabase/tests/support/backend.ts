import { randomUUID } from 'node:crypto'
import { anonClient, clientAs, createUser as createAccount, type Stack } from '@helpdesk/testing/stack'
import type { SupabaseClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import { expect, inject } from 'vitest'

const unavailable = () => Promise.reject(new Error('The backend is run by the global setup'))

/** The backend of this worker: vitest numbers its workers from 1. */
const place = inject('places')[Number(process.env.VITEST_POOL_ID) - 1]
if (!place) throw new Error('The global setup started no backend for this worker')

export const stack: Stack = {
  ...place,
  dataDir: '',
  pid: 0,
  output: () => '',
  mails: unavailable,
  stop: unavailable,
  kill: unavailable,
}

/** A connection as the database owner, which bypasses row level security. */
export const db = postgres(stack.databaseUrl, { max: 4, onnotice: () => {} })

export interface TestUser {
  id: string
  email: string
  client: SupabaseClient
}

type Role = 'customer' | 'agent' | 'admin'

/** A confirmed, signed-in user with a fresh address. */
export async function createUser(role: Role, name: string): Promise<TestUser> {
  const email = `${name.toLowerCase().replaceAll(/\W+/g, '-')}-${randomUUID().slice(0, 8)}@example.com`
  const { id } = await createAccount(stack, { email, role, name }, db)
  return { id, email, client: await clientAs(stack, email) }
}

/** Two customers, two agents, an admin and an anonymous client. */
export async function createUsers() {
  // One after the other: side by side they open more connections, and the first statements of each cost more than the rest.
  const owner = await createUser('customer', 'Olive Owner')
  const otherCustomer = await createUser('customer', 'Stan Stranger')
  const agent = await createUser('agent', 'Ada Agent')
  const otherAgent = await createUser('agent', 'Rick Rival')
  const admin = await createUser('admin', 'Amy Admin')
  return { owner, otherCustomer, agent, otherAgent, admin, visitor: anonClient(stack) }
}
export type TestUsers = Awaited<ReturnType<typeof createUsers>>

interface TicketValues {
  id?: string
  created_at?: string
  status?: string
  assigned_to?: string | null
  priority?: string
  subject?: string
  description?: string
}

/** Inserts a ticket of the customer, bypassing row level security. @returns its id */
export async function insertTicket(customer: TestUser, values: TicketValues = {}): Promise<string> {
  const id = values.id ?? randomUUID()
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

/** Inserts a comment, bypassing row level security. @returns its id */
export async function insertComment(author: TestUser, ticket: string, internal = false): Promise<string> {
  const [row] = await db<{ id: string }[]>`
    insert into public.comments (ticket_id, user_id, content, is_internal)
    values (${ticket}, ${author.id}, ${internal ? 'secret note' : 'a reply'}, ${internal}) returning id`
  if (!row) throw new Error('no comment')
  return row.id
}

/** Inserts an attachment record, bypassing row level security. */
export async function insertAttachment(author: TestUser, ticket: string, comment: string | null = null) {
  const values = attachmentValues(ticket, author)
  const [row] = await db<{ id: string; storage_path: string }[]>`
    insert into public.attachments ${db({ ...values, comment_id: comment })} returning id, storage_path`
  if (!row) throw new Error('no attachment')
  return row
}

/** Columns of an attachment that a client may insert. */
export const attachmentValues = (ticket: string, uploader: TestUser) => ({
  ticket_id: ticket,
  uploaded_by: uploader.id,
  file_name: 'notes.txt',
  file_type: 'text/plain',
  file_size: 5,
  storage_path: `${ticket}/${randomUUID()}.txt`,
})

/** Stores a file and returns the columns of its attachment, which can then be inserted. */
export async function insertStoredFile(
  ticket: string,
  uploader: TestUser,
  changes: { file_size?: number } = {},
) {
  const values = { ...attachmentValues(ticket, uploader), ...changes }
  await insertObject(values)
  return values
}

/** Inserts the row that Storage writes for a file. */
export async function insertObject(values: {
  storage_path: string
  uploaded_by: string
  file_type: string
  file_size: number
}) {
  const metadata = { mimetype: values.file_type, size: values.file_size }
  // As the secret key, which alone may store bytes after their record.
  await db`insert into storage.objects (bucket_id, name, version)
    values ('ticket-attachments', ${values.storage_path}, gen_random_uuid()::text)`
  await db`update storage.objects set owner_id = ${values.uploaded_by}, metadata = ${db.json(metadata)}
    where name = ${values.storage_path}`
}

interface Answer {
  data: unknown
  error: { message: string; code?: string; details?: string } | null
  status?: number
}

/** Asserts that a grant or a policy denied the call. */
export function expectForbidden({ error }: Answer) {
  expect(error?.code).toBe('42501')
}

/** Asserts an error with the code on which the product relies. */
export function expectError({ error }: Answer, detail: string, message?: string) {
  expect(error).not.toBeNull()
  expect(error?.details).toBe(detail)
  if (message) expect(error?.message).toBe(message)
}

/** Asserts a 401, as after the end of a session or a deactivation. */
export function expectSignedOut(answer: Answer) {
  expectError(answer, 'not_authenticated', 'Not authenticated')
  expect(answer.error?.code).toBe('PT401')
  expect(answer.status).toBe(401)
}

/** Asserts success with that many rows. */
export function expectRows({ data, error }: Answer, count: number) {
  expect(error).toBeNull()
  expect(data).toHaveLength(count)
}
