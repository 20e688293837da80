import { toJson, toRecord } from './json.ts'

/** The Data API or Storage refused or did not answer. */
export class ServiceError extends Error {
  constructor(
    message: string,
    readonly status: number,
    /** The body of the Data API's answer as JSON; empty without one, and for Storage. */
    readonly details: Record<string, unknown> = {},
  ) {
    super(message)
  }

  /** Whether a rule of the database refused. Only its message is for people, any other is PostgreSQL's. */
  get isRule(): boolean {
    return /^(?:P0001|PT\d{3})$/.test(String(this.details.code))
  }
}

export interface ServiceApi {
  /** @throws ServiceError */
  rpc(name: string, args: Record<string, unknown>): Promise<unknown>
  /** Stores a file, over an earlier copy of it unless an attachment names that. @throws ServiceError 409 for such a copy */
  store(bucket: string, path: string, bytes: Uint8Array, type: string): Promise<void>
  /** Stores a file unless there is one already. @throws ServiceError */
  storeFirst(bucket: string, path: string, bytes: Uint8Array, type: string): Promise<void>
  /** Removes files; those that are gone do not matter. @throws ServiceError */
  remove(bucket: string, paths: readonly string[]): Promise<void>
  /** The file, unread, so that it can be passed on as it comes. @throws ServiceError */
  open(bucket: string, path: string): Promise<Response>
  /** @throws ServiceError */
  load(bucket: string, path: string): Promise<Uint8Array>
}

function parse(body: string): Record<string, unknown> {
  try {
    return toRecord(JSON.parse(body))
  } catch {
    return {}
  }
}

/** The status that Storage means: it answers nearly every failure with HTTP 400 and the status in the body, also passing ones. */
export function storageStatus(status: number, body: string): number {
  const stated = Number(parse(body).statusCode)
  return Number.isInteger(stated) && stated > 0 ? stated : status
}

/** A connection that broke during the statement is 400 with an empty code: whether it took effect is unknown. */
const dataApiStatus = (status: number, body: string) =>
  status === 400 && parse(body).code === '' ? 503 : status

const pathOf = (path: string) => path.split('/').map(encodeURIComponent).join('/')

/**
 * Data API and Storage with one key.
 * @param token - of the user in whose name to call; the key itself without it
 */
export function createServiceApi(url: string, key: string, token = key): ServiceApi {
  async function request(what: string, path: string, init: RequestInit): Promise<Response> {
    const isStorage = path.startsWith('/storage/')
    const headers = { apikey: key, authorization: `Bearer ${token}`, ...init.headers }
    const response = await fetch(`${url}${path}`, { ...init, headers }).catch((error: unknown) => {
      throw new ServiceError(`${what} is not reachable: ${String(error)}`, 503)
    })
    if (response.ok) return response
    const body = await response.text()
    const status = (isStorage ? storageStatus : dataApiStatus)(response.status, body)
    throw new ServiceError(
      `${what} answered ${status}: ${body.slice(0, 300)}`,
      status,
      isStorage ? {} : parse(body),
    )
  }

  async function put(bucket: string, path: string, bytes: Uint8Array, type: string, isOver: boolean) {
    const headers = { 'content-type': type, 'cache-control': 'private, no-cache', 'x-upsert': String(isOver) }
    const init = { method: 'POST', body: new Uint8Array(bytes), headers }
    await (await request('Storage', `/storage/v1/object/${bucket}/${pathOf(path)}`, init)).body?.cancel()
  }

  const open = (bucket: string, path: string) =>
    request('Storage', `/storage/v1/object/${bucket}/${pathOf(path)}`, { method: 'GET' })

  return {
    open,
    async rpc(name, args) {
      const init = { method: 'POST', body: toJson(args), headers: { 'content-type': 'application/json' } }
      const body = await (await request(name, `/rest/v1/rpc/${name}`, init)).text()
      return body ? JSON.parse(body) : undefined
    },
    store: (bucket, path, bytes, type) => put(bucket, path, bytes, type, true),
    async storeFirst(bucket, path, bytes, type) {
      try {
        await put(bucket, path, bytes, type, false)
      } catch (error) {
        if (!(error instanceof ServiceError) || error.status !== 409) throw error
      }
    },
    async remove(bucket, paths) {
      const init = {
        method: 'DELETE',
        body: JSON.stringify({ prefixes: paths }),
        headers: { 'content-type': 'application/json' },
      }
      await (await request('Storage', `/storage/v1/object/${bucket}`, init)).body?.cancel()
    },
    async load(bucket, path) {
      return new Uint8Array(await (await open(bucket, path)).arrayBuffer())
    },
  }
}
