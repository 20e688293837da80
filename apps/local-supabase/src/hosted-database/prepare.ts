import { baseRights, baseSchemaFor, type OwnTables } from '../database/base-schema'
import { withConnection } from '../postgres/pool'
import { hostedRoles, storageProtection, supautilsRules, superuser, type DefaultGrants } from './roles'

interface HostedOptions {
  /** Of every role that connects. */
  password: string
  grants: DefaultGrants
  /** Schemas that a real server fills itself. */
  own: OwnTables
}

/** The URL of another role of the same password. */
export function asUser(url: string, user: string): string {
  const address = new URL(url)
  address.username = user
  return address.href
}

const execute = (url: string, statements: string) => withConnection(url, (sql) => sql.unsafe(statements))

/** Brings a new cluster into the state of a hosted project before its first migration. @param url of initdb's superuser */
export async function prepareHosted(url: string, { password, grants, own }: HostedOptions): Promise<void> {
  await execute(url, `${baseSchemaFor(own)};${baseRights};${superuser(password)}`)
  const rules = own.storage ? supautilsRules : `${supautilsRules};${storageProtection}`
  await execute(asUser(url, 'supabase_admin'), `${hostedRoles(password, grants)};${rules}`)
}
