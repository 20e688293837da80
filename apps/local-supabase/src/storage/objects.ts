import { createHash, randomUUID } from 'node:crypto'
import type { TransactionSql } from 'postgres'
import { z } from 'zod'
import type { CallerClaims, Gateway } from '../http/types'
import type { BlobStore } from './blobs'
import type { Upload } from './request-body'
import { noSuchBucket, noSuchObject, tooLarge } from './errors'
import type { BucketRow, ListQuery, ObjectRow } from './rows'
import { bucketSchema, listedSchema, objectSchema } from './rows'
import { checkContent, checkType } from './content-types'

const versionsSchema = z.array(z.object({ version: z.string() }))
type Work<T> = (tx: TransactionSql) => Promise<T>

/** Rolls back a permission check. */
class Rollback extends Error {}

/**
 * The commands of Storage, run as the caller under the policies of `storage.objects`. The order is always: write bytes,
 * write the row, remove unreferenced bytes.
 */
export function createObjects(gw: Gateway, blobs: BlobStore) {
  /** @param operation the value of `storage.operation()` in policies */
  const runAs = <T>(claims: CallerClaims, operation: string, work: Work<T>): Promise<T> =>
    gw.asCaller(claims, async (tx) => {
      await tx`select set_config('storage.operation', ${`storage.${operation}`}, true),
        set_config('storage.allow_delete_query', 'true', true)`
      return work(tx)
    })

  const discard = (bucket: string, version: string) =>
    blobs.remove(bucket, version).catch((error: unknown) => {
      gw.log(`storage: ${bucket}/${version} could not be removed and waits for the sweep: ${String(error)}`)
    })

  /** Read as the owner: uploaders may not see the bucket's row. */
  async function bucket(id: string): Promise<BucketRow> {
    const [row] = await gw.sql`select * from storage.buckets where id = ${id}`
    if (!row) throw noSuchBucket()
    return bucketSchema.parse(row)
  }

  async function find(
    claims: CallerClaims,
    bucketId: string,
    key: string,
    operation: string,
  ): Promise<ObjectRow> {
    const [row] = await runAs(
      claims,
      operation,
      (tx) => tx`select * from storage.objects where bucket_id = ${bucketId} and name = ${key}`,
    )
    if (!row) throw noSuchObject()
    return objectSchema.parse(row)
  }

  /** Like `find`, in one transaction instead of one queue slot per name. */
  async function findNames(claims: CallerClaims, bucketId: string, keys: string[], operation: string) {
    const rows = await runAs(
      claims,
      operation,
      (tx) => tx<{ name: string }[]>`
        select name from storage.objects where bucket_id = ${bucketId} and name = any(${keys})`,
    )
    return new Set(rows.map(({ name }) => name))
  }

  interface NewRow {
    bucketId: string
    key: string
    version: string
    upsert: boolean
    metadata: unknown
    userMetadata: unknown
  }

  async function insertRow(tx: TransactionSql, claims: CallerClaims, row: NewRow) {
    const metadata = JSON.stringify(row.metadata ?? null)
    const userMetadata = JSON.stringify(row.userMetadata ?? null)
    const conflict = row.upsert
      ? tx`on conflict (bucket_id, name) do update set version = excluded.version, metadata = excluded.metadata,
           user_metadata = excluded.user_metadata, owner = excluded.owner, owner_id = excluded.owner_id,
           updated_at = now()`
      : tx``
    const [inserted] = await tx`
      insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
      values (${row.bucketId}, ${row.key}, ${claims.sub ?? null}::uuid, ${claims.sub ?? null}, ${row.version},
              nullif(${metadata}::text::jsonb, 'null'), nullif(${userMetadata}::text::jsonb, 'null'))
      ${conflict} returning *`
    return objectSchema.parse(inserted)
  }

  /** Checks the policies before the body is read. */
  async function checkMayUpload(claims: CallerClaims, bucketId: string, key: string, upsert: boolean) {
    const row = { bucketId, key, version: randomUUID(), upsert, metadata: null, userMetadata: null }
    try {
      await runAs(claims, 'object.upload', async (tx) => {
        await insertRow(tx, claims, row)
        throw new Rollback()
      })
    } catch (error) {
      if (!(error instanceof Rollback)) throw error
    }
  }

  const currentVersion = async (bucketId: string, key: string) =>
    versionsSchema.parse(
      await gw.sql`select version from storage.objects where bucket_id = ${bucketId} and name = ${key}`,
    )[0]?.version

  /** Writes the row of bytes that are on disk. Removes the bytes that are unreferenced afterwards. */
  async function publish<T>(
    bucketId: string,
    version: string,
    replaced: string | undefined,
    writeRow: () => Promise<T>,
  ): Promise<T> {
    try {
      const stored = await writeRow()
      if (replaced) await discard(bucketId, replaced)
      return stored
    } catch (error) {
      await discard(bucketId, version)
      throw error
    }
  }

  async function upload(claims: CallerClaims, target: BucketRow, key: string, file: Upload, upsert: boolean) {
    if (target.file_size_limit !== null && file.bytes.length > target.file_size_limit) throw tooLarge()
    checkType(file.mimeType, target.allowed_mime_types)
    checkContent(file.mimeType, file.bytes)
    const version = randomUUID()
    const metadata = {
      eTag: `"${createHash('md5').update(file.bytes).digest('hex')}"`,
      size: file.bytes.length,
      mimetype: file.mimeType,
      cacheControl: file.cacheControl,
      lastModified: new Date().toISOString(),
      contentLength: file.bytes.length,
      httpStatusCode: 200,
    }
    const replaced = upsert ? await currentVersion(target.id, key) : undefined
    const row = { bucketId: target.id, key, version, upsert, metadata, userMetadata: file.userMetadata }
    await blobs.write(target.id, version, file.bytes)
    return publish(target.id, version, replaced, () =>
      runAs(claims, 'object.upload', (tx) => insertRow(tx, claims, row)),
    )
  }

  async function remove(claims: CallerClaims, bucketId: string, keys: string[]): Promise<ObjectRow[]> {
    const rows = await runAs(
      claims,
      'object.delete_many',
      (tx) =>
        tx`delete from storage.objects where bucket_id = ${bucketId} and name = any(${keys}) returning *`,
    )
    const removed = rows.map((row) => objectSchema.parse(row))
    await Promise.all(removed.map((row) => discard(row.bucket_id, row.version)))
    return removed
  }

  async function move(claims: CallerClaims, bucketId: string, key: string, newKey: string): Promise<void> {
    const moved = await runAs(
      claims,
      'object.move',
      (tx) => tx`
        update storage.objects set name = ${newKey}, updated_at = now()
        where bucket_id = ${bucketId} and name = ${key} returning id`,
    )
    if (moved.length === 0) throw noSuchObject()
  }

  async function copy(
    claims: CallerClaims,
    target: BucketRow,
    key: string,
    newKey: string,
    upsert: boolean,
  ): Promise<ObjectRow> {
    const source = await find(claims, target.id, key, 'object.copy')
    const version = randomUUID()
    const { metadata, user_metadata: userMetadata } = source
    const replaced = upsert ? await currentVersion(target.id, newKey) : undefined
    const row = { bucketId: target.id, key: newKey, version, upsert, metadata, userMetadata }
    await blobs.copy(target.id, source.version, version)
    return publish(target.id, version, replaced, () =>
      runAs(claims, 'object.copy', (tx) => insertRow(tx, claims, row)),
    )
  }

  /** As on hosted Storage, the part before the next slash is a folder, of which only the name is returned. */
  async function list(claims: CallerClaims, bucketId: string, query: ListQuery) {
    const prefix = query.prefix ? query.prefix.replace(/^\/+|\/*$/g, '') + '/' : ''
    const search = (query.search ?? '').toLowerCase()
    const { column, order } = query.sortBy ?? { column: 'name' as const, order: 'asc' as const }
    const rows = await runAs(
      claims,
      'object.list',
      (tx) => tx`
        with below as (
          select *, substr(name, length(${prefix}::text) + 1) as rest from storage.objects
          where bucket_id = ${bucketId} and starts_with(name, ${prefix}::text)
        ), entries as (
          select distinct split_part(rest, '/', 1) as name, null::uuid as id, null::timestamptz as updated_at,
            null::timestamptz as created_at, null::timestamptz as last_accessed_at, null::jsonb as metadata, 0 as rank
          from below where strpos(rest, '/') > 0
          union all
          select rest, id, updated_at, created_at, last_accessed_at, metadata, 1
          from below where strpos(rest, '/') = 0 and rest <> ''
        )
        select name, id, updated_at, created_at, last_accessed_at, metadata from entries
        where starts_with(lower(name), ${search}::text)
        order by rank, ${tx(column)} ${order === 'desc' ? tx`desc` : tx`asc`}, name
        limit ${query.limit} offset ${query.offset}`,
    )
    return rows.map((row) => listedSchema.parse(row))
  }

  async function buckets(claims: CallerClaims, id?: string): Promise<BucketRow[]> {
    const rows = await runAs(claims, 'bucket.list', (tx) =>
      id === undefined
        ? tx`select * from storage.buckets order by id`
        : tx`select * from storage.buckets where id = ${id}`,
    )
    return rows.map((row) => bucketSchema.parse(row))
  }

  async function knownVersions(versions: string[]): Promise<Set<string>> {
    const rows = await gw.sql`select version from storage.objects where version = any(${versions})`
    return new Set(versionsSchema.parse([...rows]).map((row) => row.version))
  }

  return {
    bucket,
    find,
    findNames,
    checkMayUpload,
    upload,
    remove,
    move,
    copy,
    list,
    buckets,
    knownVersions,
  }
}
