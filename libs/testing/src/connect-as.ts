import postgres from 'postgres'
import type { DatabaseProject } from './stack'

/** Opens a connection of its own to the database that acts as the user. The caller ends it. */
export async function connectAs(
  { databaseUrl }: Pick<DatabaseProject, 'databaseUrl'>,
  userId: string,
): Promise<postgres.Sql> {
  const connection = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  const claims = JSON.stringify({ sub: userId, role: 'authenticated' })
  await connection`select set_config('role', 'authenticated', false), set_config('request.jwt.claims', ${claims}, false)`
  return connection
}
