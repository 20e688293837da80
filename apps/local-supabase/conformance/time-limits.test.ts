import {
  anonClient,
  clientAs,
  createUser,
  serviceClient,
  sql,
  startStack,
  type Stack,
} from '@helpdesk/testing'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

let stack: Stack
beforeAll(async () => {
  stack = await startStack()
  const db = sql(stack)
  await db.unsafe(`
    create function public.session_limits() returns json language sql stable as $$
      select json_build_array(current_setting('statement_timeout'), current_setting('lock_timeout')) $$;
    grant execute on function public.session_limits to anon, authenticated, service_role`)
  await db.end()
  await createUser(stack, { email: 'customer@example.com' })
  await createUser(stack, { email: 'agent@example.com', role: 'agent' })
  // The data API rereads the schema after the commit, as PostgREST does.
  await vi.waitFor(
    async () => expect((await serviceClient(stack).rpc('session_limits')).error).toBeNull(),
    10_000,
  )
}, 90_000)
afterAll(() => stack?.stop())

const limits: [string, (stack: Stack) => SupabaseClient | Promise<SupabaseClient>, string][] = [
  ['anonymous callers', anonClient, '3s'],
  ['customers', (of) => clientAs(of, 'customer@example.com'), '3s'],
  ['staff', (of) => clientAs(of, 'agent@example.com'), '8s'],
  ['the secret key, which has no limit of its own but that of the session', serviceClient, '8s'],
]
it.each(limits)('ends the statements of %s as hosted projects do', async (_who, client, limit) => {
  const { data, error } = await (await client(stack)).rpc('session_limits')
  expect([error, data]).toEqual([null, [limit, '8s']])
})
