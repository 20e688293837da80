import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { withConnection } from '../postgres/pool'
import { exitCodes, StartError } from '../start-error'
import type { Servers } from '../servers/settings'
import { checkServer, isHosted } from './check-server'
import { apiRoles, ownerRole, readServerFacts } from './server-facts'

/** Derived from the secret at every start, and stored nowhere. */
const passwordFrom = (secret: string) => createHmac('sha256', secret).update(ownerRole).digest('hex')

/** PostgreSQL's hash of a password (RFC 5802), so that no statement contains the password. */
function scramVerifier(password: string): string {
  const salt = createHash('sha256').update(`salt ${password}`).digest().subarray(0, 16)
  const salted = pbkdf2Sync(password, salt, 4096, 32, 'sha256')
  const keyed = (text: string) => createHmac('sha256', salted).update(text).digest()
  const stored = createHash('sha256').update(keyed('Client Key')).digest('base64')
  return `SCRAM-SHA-256$4096:${salt.toString('base64')}$${stored}:${keyed('Server Key').toString('base64')}`
}

const makeRoles = (verifier: string) => `
do $$
declare wanted text;
begin
  foreach wanted in array array['${apiRoles.join("', '")}'] loop
    if to_regrole(wanted) is null then
      execute format('create role %I nologin noinherit %s', wanted, case when wanted = 'service_role' then 'bypassrls' else '' end);
    end if;
  end loop;
  if to_regrole('${ownerRole}') is null then
    create role ${ownerRole} login;
    comment on role ${ownerRole} is 'Owns the helpdesk portal and runs its services.';
  end if;
  -- Migrations change settings of the API roles, which requires createrole.
  if exists (select from pg_roles where rolname = '${ownerRole}' and (rolsuper or not rolcreaterole or not rolbypassrls or not rolcanlogin)) then
    alter role ${ownerRole} nosuperuser createrole bypassrls login;
  end if;
  if (select rolpassword from pg_authid where rolname = '${ownerRole}') is distinct from '${verifier}' then
    alter role ${ownerRole} password '${verifier}';
  end if;
  foreach wanted in array array['${apiRoles.join("', '")}'] loop
    if not exists (select from pg_auth_members where roleid = to_regrole(wanted) and member = '${ownerRole}'::regrole
      and admin_option and set_option) then
      execute format('grant %I to ${ownerRole} with admin option, inherit false, set true', wanted);
    end if;
  end loop;
  execute format('grant create, connect, temporary on database %I to ${ownerRole}', current_database());
end $$;
grant usage, create on schema public to ${ownerRole} with grant option;
-- As on hosted projects: bulk loads may disable triggers, and the data API calls a function before each request.
grant set on parameter session_replication_role, pgrst.db_pre_request to ${ownerRole};`

/** As hosted: notifies the data API of schema changes. Only a superuser may create event triggers. */
const watchSchema = `
create schema if not exists extensions authorization ${ownerRole};
create or replace function extensions.pgrst_ddl_watch() returns event_trigger language plpgsql as $$
begin
  notify pgrst, 'reload schema';
end $$;
do $$
begin
  if not exists (select from pg_event_trigger where evtname = 'pgrst_ddl_watch') then
    create event trigger pgrst_ddl_watch on ddl_command_end execute function extensions.pgrst_ddl_watch();
  end if;
  if not exists (select from pg_event_trigger where evtname = 'pgrst_drop_watch') then
    create event trigger pgrst_drop_watch on sql_drop execute function extensions.pgrst_ddl_watch();
  end if;
end $$;`

/** Changing the owner's password would break a running portal on this server. */
async function checkAlone(tx: TransactionSql, verifier: string): Promise<void> {
  const [other] = await tx`
    select 1 from pg_stat_activity
    where usename = ${ownerRole} and backend_type = 'client backend' and pid <> pg_backend_pid() and exists (
      select from pg_authid where rolname = ${ownerRole} and rolpassword is not null and rolpassword <> ${verifier})
    limit 1`
  if (!other) return
  throw new StartError(
    `Another portal runs as "${ownerRole}" on the server of DATABASE_URL, with another password. Nothing was changed.\n` +
      'Stop it first, or use the DATABASE_URL and the data folder (HELPDESK_DATA) that it uses.',
    exitCodes.database,
  )
}

async function prepare(tx: TransactionSql, verifier: string): Promise<void> {
  await tx`set local search_path = pg_catalog`
  await checkAlone(tx, verifier)
  await tx.unsafe(makeRoles(verifier))
  await tx.unsafe(watchSchema)
}

function withOwner(url: string, password: string): string {
  const address = new URL(url)
  address.username = ownerRole
  address.password = password
  return address.href
}

async function checkLogin(url: string): Promise<void> {
  try {
    await withConnection(url, (sql) => sql`select 1`)
  } catch (error) {
    throw new StartError(
      `The server of DATABASE_URL does not let "${ownerRole}", the owner of the portal's data, sign in: ${String(error)}\n` +
        'Allow it in pg_hba.conf, or name a user in DATABASE_URL that is not a superuser.',
      exitCodes.database,
    )
  }
}

export interface Owner {
  /** Of the services' user, which is never a superuser. */
  url: string
  /** The database is in a hosted project's state, and the user its `postgres`. */
  isHosted: boolean
}

/**
 * Prepares the server. @returns the services' user
 * @param url - of a superuser, who creates the owner, or of the owner
 * @param secret - of the data folder, to derive the owner's password from if the URL contains none
 * @param servers - real servers, which keep tables of their own in the database
 * @throws StartError with the missing grants or another hint
 */
export async function prepareOwner(url: string, secret: string, servers: Servers = {}): Promise<Owner> {
  return withConnection(url, async (sql) => {
    const facts = await readServerFacts(sql)
    checkServer(facts, servers)
    if (!facts.superuser) return { url, isHosted: isHosted(facts, servers) }
    const { password } = new URL(url)
    const owner = passwordFrom(decodeURIComponent(password) || secret)
    await sql.begin((tx) => prepare(tx, scramVerifier(owner)))
    const ownerUrl = withOwner(url, owner)
    await checkLogin(ownerUrl)
    return { url: ownerUrl, isHosted: false }
  })
}
