import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { z } from 'zod'
import { isDatabaseUnavailable } from '../http/database-restart'
import type { CallerClaims } from '../http/types'
import { keyExists, lockTimeout, sqlStateOf } from './errors'
import { objectSchema, type ObjectRow } from './rows'

/** Runs statements as the caller. `operation` is the value of `storage.operation()` in policies and triggers. */
export type RunAs = <T>(
  claims: CallerClaims,
  operation: string,
  work: (tx: TransactionSql) => Promise<T>,
) => Promise<T>

export interface NewRow {
  bucketId: string
  key: string
  version: string
  /** Of the uploader; null with the secret key. */
  owner: string | null
  metadata: unknown
  userMetadata: unknown
}

/** A row without metadata, of a new version. */
export const newRow = ({ sub }: CallerClaims, bucketId: string, key: string): NewRow => ({
  bucketId,
  key,
  version: randomUUID(),
  owner: sub ?? null,
  metadata: null,
  userMetadata: null,
})

/** Rolls back a permission check. */
class Rollback extends Error {}

const service: CallerClaims = { role: 'service_role', raw: { role: 'service_role' } }
const versionsSchema = z.array(z.object({ version: z.string() }))

/**
 * Writes rows of `storage.objects` in the two steps of hosted Storage: a trial as the caller, and after the bytes the row
 * itself with the service's role.
 * @param discard removes the bytes of a version
 */
export function createStoredRows(runAs: RunAs, discard: (bucket: string, version: string) => Promise<void>) {
  async function insertRow(tx: TransactionSql, row: NewRow, upsert: boolean) {
    const metadata = JSON.stringify(row.metadata ?? null)
    const userMetadata = JSON.stringify(row.userMetadata ?? null)
    // As Storage does, the secret key leaves the owner of a replaced file.
    const conflict = upsert
      ? tx`on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
           user_metadata = excluded.user_metadata, owner = coalesce(excluded.owner, objects.owner),
           owner_id = coalesce(excluded.owner_id, objects.owner_id), updated_at = now()`
      : tx``
    const [inserted] = await tx`
      insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
      values (${row.bucketId}, ${row.key}, ${row.owner}::uuid, ${row.owner}, ${row.version},
              nullif(${metadata}::text::jsonb, 'null'), nullif(${userMetadata}::text::jsonb, 'null'))
      ${conflict} ${upsert ? tx`returning *` : tx``}`
    return inserted
  }

  /** The trial before the bytes are read: policies and triggers judge a row that is rolled back. */
  async function checkMayUpload(claims: CallerClaims, operation: string, row: NewRow, upsert: boolean) {
    try {
      await runAs(claims, operation, async (tx) => {
        await insertRow(tx, { ...row, version: '1' }, upsert)
        throw new Rollback()
      })
    } catch (error) {
      if (error instanceof Rollback) return
      throw !upsert && sqlStateOf(error) === '23505' ? keyExists() : error
    }
  }

  /**
   * Writes the row of bytes that are on disk, over any other, with the service's role, which no policy binds. Removes the
   * bytes that are unreferenced afterwards.
   */
  async function complete(operation: string, row: NewRow): Promise<ObjectRow> {
    try {
      const { stored, replaced } = await runAs(service, operation, async (tx) => {
        await tx`select set_config('lock_timeout', '5s', true)`
        await tx`select pg_advisory_xact_lock(hashtextextended(${`${row.bucketId}/${row.key}`}, 0))`.catch(
          (error: unknown) => {
            throw sqlStateOf(error) === '55P03' ? lockTimeout() : error
          },
        )
        await tx`select set_config('lock_timeout', '0', true)`
        const before = await tx`
          select version from storage.objects where bucket_id = ${row.bucketId} and name = ${row.key} for update`
        return {
          replaced: versionsSchema.parse([...before])[0]?.version,
          stored: objectSchema.parse(await insertRow(tx, row, true)),
        }
      })
      if (replaced) await discard(row.bucketId, replaced)
      return stored
    } catch (error) {
      // With a lost connection it is unknown whether the row was committed: the sweep decides.
      if (!isDatabaseUnavailable(error)) await discard(row.bucketId, row.version)
      throw error
    }
  }

  return { checkMayUpload, complete }
}
