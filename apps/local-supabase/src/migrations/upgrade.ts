import type { Sql } from 'postgres'
import { migrate } from '../database/migrate'
import { adoptOldRelease } from './adopt'
import { defaultGrantsOf, inHostedProject, onSameServer } from './scratch-database'

interface Place {
  /** Of the migrations. */
  dir: string
  /** Of the server's superuser, or of the portal's user. */
  url: string
  /** Of the data folder. */
  secret: string
  isHosted: boolean
}

/**
 * Brings a database up to date, also one of version 0.1.0.
 * @param sql - as the owner of the schema
 * @returns the names of the applied files, and what was done in words for a log
 * @throws StartError with what to do when the database cannot come along; it stays as it was
 */
export async function upgrade(
  sql: Sql,
  { dir, url, secret, isHosted }: Place,
): Promise<{ applied: string[]; summary: string }> {
  const schemaOf = isHosted ? inHostedProject(await defaultGrantsOf(sql)) : onSameServer(url, secret)
  const adopted = await adoptOldRelease(sql, { dir, schemaOf, isHosted })
  const applied = await migrate(sql, dir, isHosted)
  const done = applied.length ? `Migrations applied: ${applied.length}` : 'Migrations up to date'
  return { applied, summary: adopted ? `${done}, and the data of version ${adopted} taken over` : done }
}
