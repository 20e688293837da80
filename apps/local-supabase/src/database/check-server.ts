import { exitCodes, StartError } from '../start-error'
import { serverVariables, type Servers } from '../servers/settings'
import { ownerRole, type ServerFacts } from './server-facts'

/** The hint when names of the portal are taken. */
export const databaseOfItsOwn =
  'Give the portal a database of its own: run "create database helpdesk;" on that server and name it in DATABASE_URL.'

const quoted = (name: string) => (/^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`)

/** Statements for a superuser, so that this user can own the portal's database. */
function missingGrants(facts: ServerFacts): string[] {
  if (facts.superuser) return []
  const user = quoted(facts.user)
  const attributes = [
    ...(facts.createRole ? [] : ['createrole']),
    ...(facts.missingRoles.includes('service_role') && !facts.bypassRls ? ['bypassrls'] : []),
  ]
  return [
    ...(attributes.length ? [`alter role ${user} ${attributes.join(' ')};`] : []),
    ...(facts.foreignRoles.length
      ? [`grant ${facts.foreignRoles.join(', ')} to ${user} with admin option, set true;`]
      : []),
    ...(facts.createInDatabase ? [] : [`grant create on database ${quoted(facts.database)} to ${user};`]),
    ...(facts.setPreRequest ? [] : [`grant set on parameter pgrst.db_pre_request to ${user};`]),
    ...(facts.createInPublic ? [] : [`grant usage, create on schema public to ${user};`]),
  ]
}

/**
 * Whether the database is in a hosted project's state, and every real server that keeps tables there is named: the portal
 * then works as `postgres` and changes nothing around its own schema.
 */
export function isHosted({ supabase, realParts, ours, user }: ServerFacts, servers: Servers): boolean {
  const isComplete = ours || realParts.length === 3
  return supabase && isComplete && user === 'postgres' && realParts.every((part) => servers[part])
}

/** Why the portal cannot use this database, and what to do. */
function refusal(facts: ServerFacts, servers: Servers): string | undefined {
  const { database, user, ours, owner, takenSchemas, missingExtensions, misplacedExtensions, realParts } =
    facts
  const place = `The database "${database}" of DATABASE_URL`
  if (facts.isReadOnly) return `${place} is read-only. Name the primary server, or make it writable.`
  if (isHosted(facts, servers)) return undefined
  if (facts.supabase) {
    const variables = realParts.map((part) => serverVariables[part]).join(', ')
    return (
      `${place} belongs to a Supabase project, whose own services keep accounts and files there.\n` +
      'Serve that project instead: SUPABASE_URL=… SUPABASE_PUBLISHABLE_KEY=… npm start' +
      (variables && `\nOr name its services (${variables}), and its user postgres in DATABASE_URL.`)
    )
  }
  if (!facts.isUtf8)
    return `${place} is not encoded in UTF-8.\nMake another one: create database helpdesk encoding 'UTF8' template template0;`
  if (missingExtensions.length > 0)
    return `The server of DATABASE_URL lacks the extensions ${missingExtensions.join(', ')}. Install its package "contrib" and start again.`
  if (!ours && takenSchemas.length > 0)
    return `${place} has a schema "${takenSchemas.join('", "')}" of another application. Nothing was changed.\n${databaseOfItsOwn}`
  if (!ours && misplacedExtensions.length > 0)
    return `${place} has the extensions ${misplacedExtensions.join(', ')} in a schema of another application. Nothing was changed.\n${databaseOfItsOwn}`
  const expectedOwner = facts.superuser ? ownerRole : user
  if (ours && owner !== null && owner !== expectedOwner)
    return (
      `The portal's tables in the database "${database}" belong to "${owner}", not to "${expectedOwner}".\n` +
      (facts.superuser
        ? `Run "reassign owned by" for them, or name "${owner}" in DATABASE_URL if it is not a superuser.`
        : `Name "${owner}" or a superuser in DATABASE_URL.`)
    )
  const grants = missingGrants(facts)
  if (grants.length > 0)
    return (
      `The user "${user}" of DATABASE_URL lacks rights in the database "${database}". ` +
      `Let a superuser run this there, and start again:\n${grants.map((line) => `  ${line}`).join('\n')}`
    )
  return undefined
}

/** @throws StartError when the portal cannot use this database */
export function checkServer(facts: ServerFacts, servers: Servers): void {
  const text = refusal(facts, servers)
  if (text) throw new StartError(text, exitCodes.database)
}
