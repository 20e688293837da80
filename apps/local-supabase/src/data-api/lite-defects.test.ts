import {
  anonClient,
  clientAs,
  createUser,
  serviceClient,
  sql,
  startStack,
  type Stack,
} from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

let stack: Stack
beforeAll(async () => {
  stack = await startStack({ seed: 'empty' })
  const db = sql(stack)
  await db.unsafe(`
    create table public.probe (id int primary key, t text, j jsonb, n numeric, secret text, at timestamptz default now(), mail text);
    alter table public.probe enable row level security;
    create policy probe_all on public.probe for all using (true) with check (true);
    grant select (id, t, j, n, at, mail), insert on public.probe to authenticated;
    grant all on public.probe to service_role;
    insert into public.probe (id, t, n) values (1, 'a,b', 12.50), (2, 'c', 3);
    create function public.probe_mail() returns text language sql stable as 'select auth.email()';
    grant execute on function public.probe_mail to authenticated, service_role;
    create function public.probe_refuse() returns trigger language plpgsql as $$
    begin raise exception 'no such people here'; end $$;
    create trigger probe_refuse before insert on auth.users for each row
      when (new.email = 'refused@example.com') execute function public.probe_refuse();
  `)
  await db.end()
  await createUser(stack, { email: 'defect@example.com' })
  // The data API rereads the schema after the commit, as PostgREST does.
  await vi.waitFor(
    async () => expect((await serviceClient(stack).from('probe').select('id')).error).toBeNull(),
    10_000,
  )
})
afterAll(async () => {
  await stack?.stop()
})

// Defects 1, 3 and 10: conformance/api.
describe('defects of @supabase/lite 0.10.0, through an unmodified client', () => {
  it('defect 2: returns jsonb as written', async () => {
    const client = serviceClient(stack)
    const j = { deep: ['x', 1, null], text: '"quoted"' }
    const { data } = await client.from('probe').insert({ id: 10, j }).select('j').single()
    expect(data?.j).toEqual(j)
    expect((await client.from('probe').select('id').eq('j->deep->>0', 'x')).data).toEqual([{ id: 10 }])
    const db = sql(stack)
    expect(await db`select jsonb_typeof(j) as type from probe where id = 10`).toEqual([{ type: 'object' }])
    await db.end()
  })

  it('defect 4: formats timestamps and numerics as PostgREST', async () => {
    const { data } = await serviceClient(stack).from('probe').select('n, at').eq('id', 1).single()
    expect(data?.n).toBe(12.5)
    expect(data?.at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+\+00:00$/)
  })

  it('defect 5: issues complete access tokens, and auth.email() returns the caller’s address', async () => {
    const client = await clientAs(stack, 'defect@example.com')
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    expect(claims).toMatchObject({
      iss: `${stack.url}/auth/v1`,
      aal: 'aal1',
      amr: [{ method: 'password' }],
      app_metadata: { provider: 'email' },
      user_metadata: { full_name: 'Pat Example' },
      email: 'defect@example.com',
    })
    expect((await client.rpc('probe_mail')).data).toBe('defect@example.com')
  })

  it('defect 7: reports a failing sign-up trigger as GoTrue does', async () => {
    const { error } = await anonClient(stack).auth.signUp({
      email: 'refused@example.com',
      password: 'Demo1234',
    })
    expect(error).toMatchObject({ status: 500, message: 'Database error saving new user' })
  })

  it('defect 9: answers preflight requests of other origins, and closes the system routes', async () => {
    const preflight = await fetch(`${stack.url}/auth/v1/token?grant_type=password`, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://elsewhere.example',
        'access-control-request-headers': 'apikey, x-client-info',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toBe('apikey, x-client-info')
    expect((await fetch(`${stack.url}/_system/health`)).status).toBe(404)
  })

  it('rejects a request without a key', async () => {
    expect((await fetch(`${stack.url}/rest/v1/probe`)).status).toBe(401)
    expect((await fetch(`${stack.url}/auth/v1/settings`)).status).toBe(401)
  })
})
