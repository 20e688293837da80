import './suppress-node-notice'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import postgres from 'postgres'
import WebSocket from 'ws'
import { setPassword } from './set-password'

/** Password of the demo accounts and of users created by `createUser`. */
export const DEMO_PASSWORD = 'Demo1234'

/** Address and keys of a project, hosted or not. */
export interface Project {
  url: string
  publishableKey: string
  secretKey: string
}

/** A project whose database tests can access as its owner. */
export interface DatabaseProject extends Project {
  databaseUrl: string
}

/** Node 20 has no WebSocket. The cast bridges irrelevant differences between the types of `ws` and supabase-js. */
export const realtime = { transport: WebSocket as never }

const clientOptions = {
  auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  realtime,
}

/** An unmodified client without a session. */
export function anonClient(stack: Project): SupabaseClient {
  return createClient(stack.url, stack.publishableKey, clientOptions)
}

/** An unmodified client with the secret key: service role, without row-level security. */
export function serviceClient(stack: Project): SupabaseClient {
  return createClient(stack.url, stack.secretKey, clientOptions)
}

/**
 * An unmodified client with a browser's settings: PKCE flow and separate storage.
 * @param kept - the storage, with the session under the key `session`
 */
export function browserClient(
  stack: Project,
  { kept = new Map<string, string>(), headers = {} as Record<string, string> } = {},
): SupabaseClient {
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  return createClient(stack.url, stack.publishableKey, {
    auth: {
      flowType: 'pkce',
      storage,
      storageKey: 'session',
      autoRefreshToken: false,
      detectSessionInUrl: false,
    },
    global: { headers },
    realtime,
  })
}

/** An unmodified client that is signed in as that user. */
export async function clientAs(
  stack: Project,
  email: string,
  password = DEMO_PASSWORD,
): Promise<SupabaseClient> {
  const client = anonClient(stack)
  const { error } = await client.auth.signInWithPassword({ email, password })
  if (error) throw new Error(`${email} could not sign in: ${error.message}`)
  return client
}

/** A connection as the owner of the database. Close it with `await db.end()`. */
export function sql(stack: Pick<DatabaseProject, 'databaseUrl'>): postgres.Sql {
  return postgres(stack.databaseUrl, { max: 2, onnotice: () => {} })
}

export interface NewUser {
  email: string
  /** Least privilege by default. */
  role?: 'customer' | 'agent' | 'admin'
  name?: string
}

/**
 * Creates a confirmed user through the admin API; the database's owner sets the role and `DEMO_PASSWORD`.
 * @param known - an open connection as the owner; otherwise one is opened
 */
export async function createUser(
  stack: DatabaseProject,
  { email, role = 'customer', name = 'Pat Example' }: NewUser,
  known?: postgres.Sql,
): Promise<{ id: string; email: string }> {
  const { data, error } = await serviceClient(stack).auth.admin.createUser({
    email,
    email_confirm: true,
    user_metadata: { full_name: name },
  })
  if (error) throw new Error(`${email} could not be created: ${error.message}`)
  const { id } = data.user
  const db = known ?? sql(stack)
  try {
    await setPassword(db, id)
    if (role !== 'customer') await db`update public.profiles set role = ${role} where id = ${id}`
  } finally {
    if (!known) await db.end()
  }
  return { id, email }
}
