/** A hosted project: its roles, owners and settings, and both kinds of default grants on new objects of `public`. */
import { randomUUID } from 'node:crypto'
import type { Sql } from 'postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { closedByDefault } from './support/closed-by-default'
import { openHostedProject, type HostedProject } from './support/hosted-project'

/** The rights of the API's roles in each kind of project. */
const rights: Partial<Record<'all' | 'none', unknown[]>> = {}

const readRights = (owner: Sql) => owner`
  select c.oid::regclass::text as name, r.rolname::text as role, string_agg(verb, ' ' order by verb) as rights
  from pg_class c, pg_roles r, unnest(array['select', 'insert', 'update', 'delete']) verb
  where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind in ('r', 'v', 'p')
    and r.rolname in ('anon', 'authenticated', 'service_role')
    and (has_table_privilege(r.oid, c.oid, verb) or verb <> 'delete' and has_any_column_privilege(r.oid, c.oid, verb))
  group by 1, 2
  union all
  select c.oid::regclass::text, r.rolname::text, 'usage' from pg_class c, pg_roles r
  where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and c.relkind = 'S'
    and r.rolname in ('anon', 'authenticated', 'service_role') and has_sequence_privilege(r.oid, c.oid, 'usage')
  union all
  select p.oid::regprocedure::text, r.rolname::text, 'execute' from pg_proc p, pg_roles r
  where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)
    and r.rolname in ('anon', 'authenticated', 'service_role') and has_function_privilege(r.oid, p.oid, 'execute')
  order by 1, 2`

describe.each(['all', 'none'] as const)('with default grants: %s', (grants) => {
  let project: HostedProject
  let owner: HostedProject['owner']
  let platform: HostedProject['platform']
  let signUp: HostedProject['signUp']
  let as: HostedProject['as']
  beforeAll(async () => {
    project = await openHostedProject(grants)
    ;({ owner, platform, signUp, as } = project)
  })
  afterAll(() => project?.stop())

  const refused = { code: '42501' }

  describe('a hosted project', () => {
    it('applies every migration without superuser rights', async () => {
      expect(project.applied).toContain('20261202000000_release_1_0_0.sql')
      const [me] = await owner`select rolname, rolsuper from pg_roles where rolname = current_user`
      expect(me).toEqual({ rolname: 'postgres', rolsuper: false })
      const owned = await owner`
        select distinct relowner::regrole::text as owner from pg_class
        where relnamespace in ('public'::regnamespace, 'private'::regnamespace)`
      expect(owned).toEqual([{ owner: 'postgres' }])
    })

    it('rejects what hosted Supabase rejects', async () => {
      await expect(owner`alter table auth.users add column nickname text`).rejects.toMatchObject(refused)
      await expect(owner`alter table storage.objects disable row level security`).rejects.toMatchObject(
        refused,
      )
      await expect(owner`drop table storage.objects cascade`).rejects.toMatchObject(refused)
      await expect(owner`delete from storage.objects`).rejects.toMatchObject(refused)
      await expect(owner`create extension adminpack`).rejects.toThrow()
    })

    it('runs sign-up triggers for the Auth service, which has no rights on our tables', async () => {
      const id = await signUp('hana@example.com')
      expect(await platform`select name, role from public.profiles where id = ${id}`).toEqual([
        { name: 'Hana Hosted', role: 'customer' },
      ])
    })

    it('lets its owner create the first admin, once', async () => {
      const [first] = await Promise.all([signUp('fiona@example.com'), signUp('second@example.com')])
      await owner`select private.make_first_admin('fiona@example.com')`
      await expect(owner`select private.make_first_admin('second@example.com')`).rejects.toThrow(
        'This workspace has an admin already',
      )
      expect(await platform`select id from public.profiles where role = 'admin'`).toEqual([{ id: first }])
    })

    it('lets the Auth service update and delete accounts', async () => {
      const id = await signUp('iris@example.com')
      await platform.begin(async (tx) => {
        await tx`set local role supabase_auth_admin`
        const identity = { sub: id, email: 'iris@example.com', full_name: 'Iris' }
        await tx`insert into auth.identities ${tx({
          user_id: id,
          provider: 'email',
          provider_id: id,
          identity_data: identity,
        })}`
        await tx`insert into auth.sessions (id, user_id, aal) values (${randomUUID()}, ${id}, 'aal1')`
        await tx`update auth.users set raw_user_meta_data = '{"full_name": "Iris I"}', email = 'iris2@example.com' where id = ${id}`
      })
      expect(await platform`select email from public.profiles where id = ${id}`).toEqual([
        { email: 'iris2@example.com' },
      ])
      await platform.begin(async (tx) => {
        await tx`set local role supabase_auth_admin`
        await tx`delete from auth.users where id = ${id}`
      })
      expect(await platform`select from public.profiles where id = ${id}`).toEqual([])
    })

    it('lets the Auth service alone count wrong passwords', async () => {
      const id = await signUp('guessed@example.com')
      const event = JSON.stringify({ user_id: id, valid: false, metadata: { ip_address: '203.0.113.1' } })
      const attempt = (role: string) =>
        platform.begin(async (tx) => {
          await tx`set local role ${tx(role)}`
          return tx`select private.password_verification_attempt(${event}::text::jsonb) ->> 'decision' as answer`
        })
      expect(await attempt('supabase_auth_admin')).toEqual([{ answer: 'continue' }])
      await expect(attempt('service_role')).rejects.toThrow('permission denied')
    })

    it('forgets a sign-up that the Auth service mails twice, and drops its temporary password', async () => {
      const [twice, invited] = await Promise.all([
        signUp('twice@example.com', null),
        signUp('asked@example.com', null),
      ])
      await platform.begin(async (tx) => {
        await tx`set local role supabase_auth_admin`
        await tx`insert into auth.identities ${tx({
          user_id: twice,
          provider: 'email',
          provider_id: twice,
          identity_data: { sub: twice, full_name: 'Hana Hosted' },
        })}`
        await tx`update auth.users set encrypted_password = 'x', confirmation_sent_at = now() where id = ${twice}`
        await tx`update auth.users set confirmation_sent_at = now() + interval '1 minute' where id = ${twice}`
        await tx`update auth.users set invited_at = now() where id = ${invited}`
        await tx`update auth.users set encrypted_password = 'x', confirmation_sent_at = null where id = ${invited}`
        await tx`update auth.users set email_confirmed_at = now() where id in ${tx([twice, invited])}`
      })
      expect(await platform`select name from public.profiles where id = ${twice}`).toEqual([
        { name: 'twice' },
      ])
      const left =
        await platform`select encrypted_password from auth.users where id in ${platform([twice, invited])}`
      expect(left).toEqual([{ encrypted_password: null }, { encrypted_password: null }])
      expect(await as(invited, (tx) => tx`select public.needs_password() as needs`)).toEqual([
        { needs: true },
      ])
    })

    it('lets definer functions read and change accounts and sessions', async () => {
      const [admin, customer] = await Promise.all([signUp('ada@example.com'), signUp('carl@example.com')])
      await owner`update public.profiles set role = 'admin' where id = ${admin}`
      const people = await as(admin, (tx) => tx<{ email: string }[]>`select email from public.list_users()`)
      expect(people.map((row) => row.email)).toContain('carl@example.com')
      await as(admin, (tx) => tx`select public.end_user_sessions(${customer})`)
      await as(admin, (tx) => tx`select public.set_user_active(${customer}, false)`)
      await expect(as(customer, (tx) => tx`select public.set_user_active(${admin}, false)`)).rejects.toThrow()
    })

    describe('with an invite', () => {
      const invite = async (email: string) => {
        const [row] = await as(
          await admin,
          (tx) => tx<{ token: string }[]>`select token from public.create_invite(${email}, 'agent')`,
        )
        return row?.token ?? ''
      }
      let admin: Promise<string>
      beforeAll(async () => {
        admin = signUp('inga@example.com')
        await owner`update public.profiles set role = 'admin' where id = ${await admin}`
      })
      const account = async (id: string) => {
        const [row] = await platform`select p.role, u.encrypted_password as password,
            (select count(*)::int from auth.sessions s where s.user_id = u.id) as sessions,
            (select count(*)::int from auth.identities i where i.user_id = u.id) as identities
          from auth.users u join public.profiles p using (id) where u.id = ${id}`
        return row
      }
      const open = async (id: string) => {
        await platform`update auth.users set encrypted_password = 'x' where id = ${id}`
        await platform`insert into auth.sessions (id, user_id, aal) values (${randomUUID()}, ${id}, 'aal1')`
        await platform`insert into auth.identities ${platform({
          user_id: id,
          provider: 'google',
          provider_id: id,
          identity_data: { sub: id, email: 'elsewhere@example.com' },
        })}`
      }

      it('lets the invited owner accept it', async () => {
        const id = await signUp('ivan@example.com')
        await open(id)
        const token = await invite('ivan@example.com')
        await as(id, (tx) => tx`select public.accept_invite(${token})`)
        expect(await account(id)).toEqual({ role: 'agent', password: 'x', sessions: 0, identities: 1 })
      })

      it('removes an unconfirmed account, or every way to sign in to it', async () => {
        const [gone, kept] = await Promise.all([
          signUp('gone@example.com', null),
          signUp('kept@example.com', null),
        ])
        await Promise.all([open(gone), open(kept)])
        await owner`insert into public.tickets (subject, description, created_by, customer_id)
          values ('Imported', 'From the old system', ${kept}, ${kept})`
        for (const email of ['gone@example.com', 'kept@example.com']) {
          const token = await invite(email)
          await platform.begin(async (tx) => {
            await tx`set local role anon`
            await tx`select public.prepare_invited_sign_up(${token})`
          })
        }
        expect(await account(gone)).toBeUndefined()
        expect(await account(kept)).toEqual({ role: 'customer', password: null, sessions: 0, identities: 0 })
      })

      it('resets an account that gets confirmed or moved to an invited address', async () => {
        const [unproven, moved] = await Promise.all([
          signUp('nora@example.com', null),
          signUp('mona@example.com'),
        ])
        await Promise.all([open(unproven), open(moved)])
        await invite('nora@example.com')
        await invite('mona2@example.com')
        await platform.begin(async (tx) => {
          await tx`set local role supabase_auth_admin`
          await tx`update auth.users set email_confirmed_at = now() where id = ${unproven}`
          await tx`update auth.users set email = 'mona2@example.com' where id = ${moved}`
        })
        const closed = { role: 'customer', password: null, sessions: 0, identities: 0 }
        expect([await account(unproven), await account(moved)]).toEqual([closed, closed])
      })
    })

    it('applies our policies to files of the Storage service', async () => {
      const [mine, other] = await Promise.all([signUp('mia@example.com'), signUp('otto@example.com')])
      const [ticket] = await as(
        mine,
        (tx) => tx<{ id: string }[]>`
          insert into public.tickets (subject, description) values ('Printer', 'It stopped this morning.') returning id`,
      )
      const upload = (id: string) =>
        as(id, (tx) => {
          const path = `${ticket?.id}/${randomUUID()}.txt`
          const row = { bucket_id: 'ticket-attachments', name: path, owner: id, owner_id: id }
          return tx`insert into storage.objects ${tx(row)} returning name`
        })
      expect(await upload(mine)).toHaveLength(1)
      await expect(upload(other)).rejects.toMatchObject(refused)
    })
  })

  it('ends statements of the Data API, and waiting for a lock, after 8 seconds', async () => {
    const [limits] = await project.authenticator`select current_setting('statement_timeout') as statement,
      current_setting('lock_timeout') as lock`
    expect(limits).toEqual({ statement: '8s', lock: '8s' })
  })

  it('gives the same rights with and without default grants', async () => {
    rights[grants] = await readRights(owner)
    expect(rights[grants]).toEqual(rights.all)
    const [number] =
      await owner`select has_sequence_privilege('service_role', 'public.tickets_number_seq', 'usage') as usage`
    expect(number).toEqual({ usage: true })
  })

  closedByDefault('a hosted project', () => owner)
})
