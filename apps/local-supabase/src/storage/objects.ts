import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { CallerClaims, Gateway } from '../http/types'
import type { BlobStore } from './blobs'
import type { Upload } from './request-body'
import { noSuchBucket, noSuchObject, tooLarge } from './errors'
import type { BucketRow, ListQuery, ObjectRow } from './rows'
import { bucketSchema, listedSchema, objectSchema } from './rows'
import { checkContent, checkType } from './content-types'
import { createStoredRows, newRow, type NewRow, type RunAs } from './stored-rows'

const versionsSchema = z.array(z.object({ version: z.string() }))

/**
 * The commands of Storage, run as the caller under the policies of `storage.objects`. The order is always: write bytes,
 * write the row, remove unreferenced bytes.
 */
export function createObjects(gw: Gateway, blobs: BlobStore) {
  const runAs: RunAs = (claims, operation, work) =>
    gw.asCaller(claims, async (tx) => {
      await tx`select set_config('storage.operation', ${operation}, true),
        set_config('storage.allow_delete_query', 'true', true)`
      return work(tx)
    })

  const discard = (bucket: string, version: string) =>
    blobs.remove(bucket, version).catch((error: unknown) => {
      gw.log(`storage: ${bucket}/${version} could not be removed and waits for the sweep: ${String(error)}`, {
        level: 'error',
      })
    })

  const { checkMayUpload, complete } = createStoredRows(runAs, discard)

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

  async function upload(operation: string, target: BucketRow, file: Upload, row: NewRow) {
    if (target.file_size_limit !== null && file.bytes.length > target.file_size_limit) throw tooLarge()
    checkType(file.mimeType, target.allowed_mime_types)
    checkContent(file.mimeType, file.bytes)
    const metadata = {
      eTag: `"${createHash('md5').update(file.bytes).digest('hex')}"`,
      size: file.bytes.length,
      mimetype: file.mimeType,
      cacheControl: file.cacheControl,
      lastModified: new Date().toISOString(),
      contentLength: file.bytes.length,
      httpStatusCode: 200,
    }
    await blobs.write(target.id, row.version, file.bytes)
    return complete(operation, { ...row, metadata, userMetadata: file.userMetadata })
  }

  async function remove(
    claims: CallerClaims,
    operation: string,
    bucketId: string,
    keys: string[],
  ): Promise<ObjectRow[]> {
    const rows = await runAs(
      claims,
      operation,
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
      'storage.object.move',
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
    const operation = 'storage.object.copy'
    const source = await find(claims, target.id, key, operation)
    const row = {
      ...newRow(claims, target.id, newKey),
      metadata: source.metadata,
      userMetadata: source.user_metadata,
    }
    await checkMayUpload(claims, operation, row, upsert)
    await blobs.copy(target.id, source.version, row.version)
    return complete(operation, row)
  }

  /** As on hosted Storage, the part before the next slash is a folder, of which only the name is returned. */
  async function list(claims: CallerClaims, bucketId: string, query: ListQuery) {
    const prefix = query.prefix ? query.prefix.replace(/^\/+|(?<!\/)\/+$/g, '') + '/' : ''
    const search = (query.search ?? '').toLowerCase()
    const { column, order } = query.sortBy ?? { column: 'name' as const, order: 'asc' as const }
    const rows = await runAs(
      claims,
      'storage.object.list',
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
    const operation = id === undefined ? 'storage.bucket.list' : 'storage.bucket.get'
    const rows = await runAs(claims, operation, (tx) =>
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
