import postgres from 'postgres'

/** Sends replies of staff at once: few tests are about the seconds of an undo. @param databaseUrl - of the database's owner */
export async function sendAtOnce(databaseUrl: string): Promise<void> {
  const db = postgres(databaseUrl)
  await db`update public.workspace_settings set undo_send_seconds = 0`
  await db.end()
}
