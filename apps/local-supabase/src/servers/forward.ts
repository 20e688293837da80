import { request as requestHttp, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { createGuard } from '../guard'
import { clientAddress, getConnection } from '../http/connection'
import { json } from '../http/respond'
import type { Handler, Keys } from '../http/types'
import { authorizationOf, refuseKey } from './credentials'
import { answeredHeaders, forwardedHeaders, passedHeaders } from './headers'
import type { Servers } from './settings'
import { connectionTo, targetOf, type Target } from './target'
import type { Log } from '../log/log'

interface ForwardOptions {
  servers: Servers
  keys: Keys
  origin: string
  log: Log
}

const bodiless = new Set([204, 205, 304])

/** The query without the key, which PostgREST would take for a filter. */
const withoutKey = (path: string) =>
  path.replace(/([?&])apikey=[^&]*(&|$)/, (_all, before: string, after: string) => (after ? before : ''))

/** Opens a request to the server of a target. */
export function openRequest(
  { server, path }: Pick<Target, 'server' | 'path'>,
  method: string,
  headers: Record<string, string>,
): ClientRequest {
  const open = server.protocol === 'https:' ? requestHttps : requestHttp
  return open({ ...connectionTo(server), method, path, headers: { ...headers, host: server.host } })
}

async function send(sent: ClientRequest, body: Request['body']): Promise<IncomingMessage> {
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve)
    sent.on('error', reject)
  })
  if (!body) sent.end()
  // A server may refuse before it has read everything; its answer counts then.
  // The cast bridges the two declarations of web streams.
  else pipeline(Readable.fromWeb(body as NodeStream), sent).catch(() => {})
  return answered
}

/**
 * Sends requests of the parts that a real server serves to that server, as the platform's gateway does: prefix removed,
 * keys turned into short tokens, bodies and answers streamed.
 */
export function createForward({ servers, keys, origin, log }: ForwardOptions): Handler {
  async function forward(request: Request, url: URL, target: Target): Promise<Response> {
    const address = clientAddress(request) ?? '127.0.0.1'
    const authorization = await authorizationOf(request, url, keys)
    // Its body would end without an error: the server would store a part of a file, or nothing.
    if (getConnection(request)?.hasBrokenOff?.()) return json({ message: 'The request broke off' }, 400)
    const headers: Record<string, string> = {
      ...passedHeaders(request.headers),
      ...forwardedHeaders(address, origin, target.prefix, url.pathname),
      ...(authorization && { authorization }),
    }
    if (!request.body) {
      delete headers['content-length']
      if (['POST', 'PUT', 'PATCH'].includes(request.method)) headers['content-length'] = '0'
    }
    const path = target.name === 'rest' ? withoutKey(target.path) : target.path
    const sent = openRequest({ ...target, path }, request.method, headers)
    const guard = createGuard({ name: target.prefix, log })
    const cancel = guard(() => sent.destroy())
    request.signal.addEventListener('abort', cancel, { once: true })
    const answer = await send(sent, request.body)
    const status = answer.statusCode ?? 502
    const isEmpty = request.method === 'HEAD' || bodiless.has(status)
    if (isEmpty) answer.resume()
    // The cast bridges the two declarations of web streams.
    const body = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>)
    return new Response(body, { status, headers: answeredHeaders(answer) })
  }

  return async (request, url) => {
    const target = targetOf(servers, url)
    if (!target) return undefined
    const refusal = refuseKey(request, url, keys)
    if (refusal) return refusal
    try {
      return await forward(request, url, target)
    } catch (error) {
      log(`${target.prefix}: ${target.server.origin} did not answer: ${String(error)}`, { level: 'error' })
      return json({ message: 'An invalid response was received from the upstream server' }, 502)
    }
  }
}
