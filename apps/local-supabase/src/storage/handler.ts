import { join } from 'node:path'
import type { z } from 'zod'
import { createGuard } from '../guard'
import { bearerToken } from '../http/caller'
import { isDatabaseUnavailable } from '../http/database-restart'
import { describeError } from '../http/error-log'
import { HttpError } from '../http/http-error'
import { describeRequest } from '../log/request-scope'
import { readToken } from '../http/tokens'
import type { CallerClaims, Gateway, Handler } from '../http/types'
import { createBlobStore } from './blobs'
import { readJsonBody, readUpload } from './request-body'
import {
  StorageError,
  accessDenied,
  invalidRequest,
  noSuchBucket,
  noRoom,
  noSuchObject,
  toStorageError,
} from './errors'
import { checkKey, decodePath, isKey } from './keys'
import { createObjects } from './objects'
import type { ObjectRow } from './rows'
import { listBody, moveBody, removeBody, signBody, signManyBody } from './rows'
import { newRow } from './stored-rows'
import type { ServeOptions } from './serve'
import { objectHeaders, serveObject } from './serve'
import { createUrlTokens } from './tokens'

const root = '/storage/v1'
/** The project-wide limit of hosted Storage beside the bucket's. */
const projectLimit = 50 * 1024 * 1024
const minute = 60_000
const hour = 60 * minute

/** The requested file name; null without `download`. */
const downloadName = (url: URL): string | null => url.searchParams.get('download')

async function readJson<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  const parsed = schema.safeParse(await readJsonBody(request))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  throw invalidRequest(`body/${issue?.path.join('/') ?? ''} ${issue?.message ?? 'is not valid'}`)
}

/** A request whose `parts` are the path segments after the resource. */
interface Call {
  request: Request
  url: URL
  claims: CallerClaims
  parts: string[]
}

/**
 * Storage v1 for supabase-js, on `storage.buckets` and `storage.objects`, whose policies authorise every call. The bytes
 * are stored in `<dataDir>/storage`.
 */
export function createStorage(gw: Gateway): Handler {
  const blobs = createBlobStore(join(gw.dataDir, 'storage'))
  const objects = createObjects(gw, blobs)
  const tokens = createUrlTokens(gw.keys.jwtSecret)
  const removeOrphans = createGuard({ name: 'storage', log: gw.log })(() =>
    blobs.sweep(objects.knownVersions, new Date(Date.now() - hour)),
  )
  for (const timer of [setTimeout(removeOrphans, minute), setInterval(removeOrphans, hour)]) timer.unref()

  /** Where anonymous callers may read public buckets, Storage takes a refused token for none. */
  async function callerOf(request: Request, mayBeAnonymous: boolean): Promise<CallerClaims> {
    try {
      return await gw.caller(request)
    } catch (error) {
      const bearer = bearerToken(request)
      if (!(error instanceof HttpError) || error.code !== 'bad_jwt' || !bearer) throw error
      if (mayBeAnonymous) throw noSuchBucket()
      const reason: unknown = await readToken(bearer, gw.keys).catch((fault: unknown) => fault)
      throw accessDenied(reason instanceof Error ? reason.message : error.message)
    }
  }

  /** The secret key stores what was taken before, such as the files of an accepted mail. */
  async function checkRoom(claims: CallerClaims): Promise<void> {
    if (claims.role !== 'service_role' && (await gw.space.refusesSince())) throw noRoom()
  }

  function countUpload(request: Request, claims: CallerClaims): void {
    if (claims.role === 'service_role') return
    gw.limits.takeAddress('uploads', request)
    if (claims.sub) gw.limits.take('account_uploads', claims.sub)
  }

  /** Repeats the lookup if the bytes were replaced meanwhile. */
  async function send(request: Request, options: ServeOptions, lookUp: () => Promise<ObjectRow>) {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const row = await lookUp()
      const blob = await blobs.open(row.bucket_id, row.version)
      if (blob) return serveObject(request, row, blob, options)
    }
    gw.log('storage: the file of a requested row is missing', { level: 'error' })
    throw noSuchObject()
  }

  async function upload({ request, claims, parts: [bucketId = '', ...path] }: Call): Promise<Response> {
    const key = checkKey(path.join('/'))
    countUpload(request, claims)
    await checkRoom(claims)
    const bucket = await objects.bucket(bucketId)
    const operation = request.method === 'PUT' ? 'storage.object.upload_update' : 'storage.object.upload'
    const upsert = request.method === 'PUT' || request.headers.get('x-upsert') === 'true'
    const row = newRow(claims, bucket.id, key)
    await objects.checkMayUpload(claims, operation, row, upsert)
    const file = await readUpload(request, Math.min(bucket.file_size_limit ?? projectLimit, projectLimit))
    const stored = await objects.upload(operation, bucket, file, row)
    return Response.json({ Id: stored.id, Key: `${bucket.id}/${key}` })
  }

  async function download({
    request,
    url,
    claims,
    parts: [bucketId = '', ...path],
  }: Call): Promise<Response> {
    const key = checkKey(path.join('/'))
    const options = { signed: false, download: downloadName(url) }
    return send(request, options, () =>
      objects.find(claims, bucketId, key, 'storage.object.get_authenticated'),
    )
  }

  async function signedDownload(request: Request, url: URL, [bucketId = '', ...path]: string[]) {
    const key = checkKey(path.join('/'))
    const signer = await tokens.check(url.searchParams.get('token') ?? '', bucketId, key)
    const options = { signed: true, download: downloadName(url) }
    // With the signer's current permissions: the account may have been deactivated since.
    return send(request, options, () => objects.find(signer, bucketId, key, 'storage.object.get_signed'))
  }

  async function info({ request, claims, parts: [bucketId = '', ...path] }: Call): Promise<Response> {
    // Without the prefix that the other operations have.
    const operation = `object.${request.method === 'HEAD' ? 'head' : 'get'}_authenticated_info`
    const row = await objects.find(claims, bucketId, checkKey(path.join('/')), operation)
    if (request.method === 'HEAD')
      return new Response(null, { headers: objectHeaders(row, { signed: false, download: null }) })
    return Response.json({
      id: row.id,
      name: row.name,
      version: row.version,
      bucket_id: row.bucket_id,
      size: row.metadata?.size ?? null,
      content_type: row.metadata?.mimetype ?? null,
      cache_control: row.metadata?.cacheControl ?? null,
      etag: row.metadata?.eTag ?? null,
      metadata: row.user_metadata ?? {},
      last_modified: row.updated_at,
      created_at: row.created_at,
    })
  }

  async function sign({ request, claims, parts: [bucketId = '', ...path] }: Call): Promise<Response> {
    const address = async (key: string, expiresIn: number) =>
      `/object/sign/${bucketId}/${key}?token=${await tokens.sign(bucketId, key, expiresIn, claims)}`
    if (path.length > 0) {
      const { expiresIn } = await readJson(request, signBody)
      const row = await objects.find(claims, bucketId, checkKey(path.join('/')), 'storage.object.sign')
      return Response.json({ signedURL: await address(row.name, expiresIn) })
    }
    const { expiresIn, paths } = await readJson(request, signManyBody)
    const found = await objects.findNames(claims, bucketId, paths.filter(isKey), 'storage.object.sign_many')
    const missing = 'Either the object does not exist or you do not have access to it'
    const answers = paths.map(async (key) =>
      found.has(key)
        ? { error: null, path: key, signedURL: await address(key, expiresIn) }
        : { error: missing, path: key, signedURL: null },
    )
    return Response.json(await Promise.all(answers))
  }

  async function moveOrCopy({ request, claims }: Call, verb: 'move' | 'copy'): Promise<Response> {
    const body = await readJson(request, moveBody)
    const [key, newKey] = [checkKey(body.sourceKey), checkKey(body.destinationKey)]
    const bucket = await objects.bucket(body.bucketId)
    if (verb === 'move') {
      await objects.move(claims, bucket.id, key, newKey)
      return Response.json({ message: 'Successfully moved' })
    }
    await checkRoom(claims)
    const upsert = request.headers.get('x-upsert') === 'true'
    const row = await objects.copy(claims, bucket, key, newKey, upsert)
    return Response.json({ Id: row.id, Key: `${bucket.id}/${newKey}` })
  }

  async function remove({ request, claims, parts: [bucketId = '', ...path] }: Call): Promise<Response> {
    if (path.length === 0) {
      const { prefixes } = await readJson(request, removeBody)
      return Response.json(await objects.remove(claims, 'storage.object.delete_many', bucketId, prefixes))
    }
    const key = checkKey(path.join('/'))
    const removed = await objects.remove(claims, 'storage.object.delete', bucketId, [key])
    if (removed.length === 0) throw noSuchObject()
    return Response.json({ message: 'Successfully deleted' })
  }

  async function bucketCall({ claims, parts: [id] }: Call): Promise<Response> {
    const rows = await objects.buckets(claims, id)
    if (id === undefined) return Response.json(rows)
    if (!rows[0]) throw noSuchBucket()
    return Response.json(rows[0])
  }

  async function objectCall(call: Call): Promise<Response> {
    const { method } = call.request
    const [first, ...rest] = call.parts
    const below = { ...call, parts: rest }
    if (method === 'GET' || method === 'HEAD') {
      if (first === 'info') {
        const named = rest[0] === 'authenticated' ? rest.slice(1) : rest
        return info({ ...call, parts: named })
      }
      return download(first === 'authenticated' ? below : call)
    }
    if (method === 'DELETE') return remove(call)
    if (method === 'POST') {
      if (first === 'list') {
        const query = await readJson(call.request, listBody)
        return Response.json(await objects.list(call.claims, rest[0] ?? '', query))
      }
      if (first === 'sign') return sign(below)
      if (first === 'move' || first === 'copy') return moveOrCopy(call, first)
    }
    if (method === 'POST' || method === 'PUT') return upload(first === 'authenticated' ? below : call)
    throw invalidRequest(`${method} is not supported`)
  }

  async function route(request: Request, url: URL): Promise<Response> {
    const [resource, ...parts] = decodePath(url.pathname.slice(root.length + 1))
    const reading = request.method === 'GET' || request.method === 'HEAD'
    if (resource === 'object' && reading && parts[0] === 'sign')
      return signedDownload(request, url, parts.slice(1))
    const mayBeAnonymous = resource === 'object' && reading && parts[0] !== 'authenticated'
    const claims = await callerOf(request, mayBeAnonymous)
    if (resource === 'object' && parts.length > 0) return objectCall({ request, url, claims, parts })
    if (resource === 'bucket' && reading && parts.length < 2)
      return bucketCall({ request, url, claims, parts })
    throw new StorageError(404, 'NotFound', `Route ${request.method}:${url.pathname} not found`, 'Not Found')
  }

  return async (request, url) => {
    if (!url.pathname.startsWith(`${root}/`) || request.method === 'OPTIONS') return undefined
    try {
      return await route(request, url)
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error
      const known =
        toStorageError(error) ?? new StorageError(500, 'InternalError', 'Internal Server Error', 'Internal')
      // Storage sends most of its failures as 400.
      describeRequest({ status: known.statusCode })
      // Without the path, which contains the name of the file.
      if (known.statusCode >= 500)
        gw.log(`storage: answered ${known.statusCode}: ${describeError(error)}`, { level: 'error' })
      return known.toResponse()
    }
  }
}
