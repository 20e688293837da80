import postgres from 'postgres'

/** Hash of `DEMO_PASSWORD` with bcrypt's lowest cost: the default cost takes 75 ms of CPU time per user and sign-in. */
const LOW_COST_HASH = '$2b$04$ZFrLVd3vPSwhfxLyKdLCQu1bGe8UihMz7ZGPQqwvKjsKPwvgvfwoS'

/** Gives a user `DEMO_PASSWORD`, as the database's owner. */
export async function setPassword(db: postgres.Sql, id: string): Promise<void> {
  await db`update auth.users set encrypted_password = ${LOW_COST_HASH} where id = ${id}`
}

/** Gives everybody with a password `DEMO_PASSWORD`. @param databaseUrl - of the database's owner */
export async function setPasswords(databaseUrl: string): Promise<void> {
  const db = postgres(databaseUrl)
  await db`update auth.users set encrypted_password = ${LOW_COST_HASH} where encrypted_password is not null`
  await db.end()
}
