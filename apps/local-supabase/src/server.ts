import { join } from 'node:path'
import type { Sql } from 'postgres'
import { readAuthConfig, readRateLimits } from './auth/config'
import { createAuth } from './auth/index'
import { createConsent } from './auth/consent'
import { createDataApi } from './data-api/data-api'
import { createFunctionsHost } from './functions-host/index'
import { addressOf, connectionOf } from './http/address'
import { limitBody } from './http/body-limit'
import { callerOf } from './http/caller'
import { createGateway } from './http/gateway'
import { checkAddress } from './http/request-shape'
import { errorResponse, json } from './http/respond'
import { createUnread } from './http/unread'
import type { Gateway, Handler, Keys } from './http/types'
import { bodyShares, inTurn } from './limits/in-turn'
import { createLimits } from './limits/limits'
import { createPlaces } from './limits/places'
import { createMailbox } from './mailbox/index'
import { startMailReceiver } from './mail/receiver'
import { mailSender } from './mail/transport'
import { root, type Settings } from './settings'
import { createSetup } from './setup/index'
import type { SetupLink } from './setup/link'
import { createStatic } from './static/index'
import { portalOf } from './static/portal'
import { createStorage } from './storage/index'

export interface Backend {
  gateway: Gateway
  fetch(request: Request): Promise<Response>
  close(): Promise<void>
}

interface BackendOptions {
  settings: Settings
  sql: Sql
  databaseUrl: string
  keys: Keys
  origin: string
  /** Where the first admin is made; undefined when there is one. */
  setup: SetupLink | undefined
  log(line: string): void
}

const crossOrigin = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS',
  'access-control-max-age': '86400',
  'access-control-expose-headers':
    'content-range, x-total-count, link, content-profile, preference-applied, retry-after',
}

/** Defect 9: no CORS on `/auth/v1`. Tokens travel in headers, never in cookies, so any origin may ask. */
function withCors(response: Response): Response {
  if (response.headers.has('access-control-allow-origin')) return response
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(crossOrigin)) headers.set(name, value)
  return new Response(response.body, { status: response.status, headers })
}

function preflight(request: Request): Response {
  const asked = request.headers.get('access-control-request-headers') ?? 'authorization, apikey, content-type'
  return new Response(null, {
    status: 204,
    headers: { ...crossOrigin, 'access-control-allow-headers': asked },
  })
}

const isApi = (path: string) => /^\/(auth|rest|storage|functions|realtime)\/v1(\/|$)/.test(path)

const isUpload = ({ method }: Request, { pathname }: URL) =>
  (method === 'POST' || method === 'PUT') && pathname.startsWith('/storage/v1/object/')
const isFunctionCall = ({ method }: Request, { pathname }: URL) =>
  method !== 'OPTIONS' && pathname.startsWith('/functions/v1/')

const health: Handler = async (_request, url) => {
  return url.pathname === '/healthz' ? json({ status: 'ok' }) : undefined
}

/** The room for realtime: a clean refusal until it is built. */
const realtime: Handler = async (_request, url) => {
  if (!url.pathname.startsWith('/realtime/v1')) return undefined
  return json({ code: 501, message: 'Realtime is not served by this backend' }, 501)
}

/** Puts the modules together on one origin. */
export async function createBackend(options: BackendOptions): Promise<Backend> {
  const { settings, sql, keys, origin, log } = options
  const { dataDir } = settings
  const limits = createLimits({ ...(await readRateLimits(settings.supabaseDir)), ...settings.rateLimits })
  const places = createPlaces(sql)
  const gateway = createGateway({ sql, keys, origin, dataDir, log, limits, places })
  const mailbox = createMailbox(join(dataDir, 'mailbox'), origin)
  const [dataApi, config, portal] = await Promise.all([
    createDataApi(options.databaseUrl, sql, keys, origin, { limits, log, places }),
    readAuthConfig(settings.supabaseDir, settings.devOrigin),
    portalOf({ url: origin, publishableKey: keys.publishable }),
  ])
  const { smtpUrl, mailFrom } = settings
  const mail = mailSender(smtpUrl, mailFrom, mailbox, log)
  if (!smtpUrl && !settings.mailbox)
    log(
      `Mails are not delivered: DATABASE_URL is set without SMTP_URL. They are kept in ${join(dataDir, 'mailbox')}.`,
    )
  const auth = { gw: gateway, config, send: mail.send, standInProviders: settings.standInProviders }
  const receiver = smtpUrl ? undefined : await startMailReceiver(mailbox, log)
  const secrets = {
    SMTP_URL: smtpUrl ?? receiver?.url ?? '',
    MAIL_FROM: mailFrom,
    PORTAL_URL: settings.devOrigin ?? origin,
  }
  const turns = { shares: bodyShares, places, claimsOf: gateway.caller }
  const handlers: Handler[] = [
    health,
    createAuth(auth),
    ...(settings.standInProviders ? [createConsent(auth)] : []),
    dataApi.handler,
    inTurn(createStorage(gateway), { ...turns, applies: isUpload }),
    inTurn(createFunctionsHost(gateway, { secrets }), { ...turns, applies: isFunctionCall }),
    realtime,
    ...(settings.mailbox ? [mailbox.handler] : []),
  ]
  const { setup } = options
  if (setup) handlers.push(createSetup(auth, setup, `${settings.devOrigin ?? origin}/auth/login`))
  if (settings.staticApps) handlers.push(createStatic({ appsDir: join(root, 'apps'), portal }))
  else handlers.push(async (_request, url) => (url.pathname === '/portal.json' ? json(portal) : undefined))

  const unread = createUnread()

  async function answer(request: Request, url: URL, key: string): Promise<Response> {
    try {
      checkAddress(request, url)
      if (isApi(url.pathname)) unread.admit(key)
      const limited = await limitBody(request, url.pathname)
      for (const handler of handlers) {
        const response = await handler(limited, url)
        if (response) return response
      }
      return json({ code: 404, message: 'Not found' }, 404)
    } catch (error) {
      return errorResponse(error, log, url.pathname)
    }
  }

  return {
    gateway,
    async fetch(request) {
      const url = new URL(request.url)
      if (isApi(url.pathname) && request.method === 'OPTIONS') return preflight(request)
      const claims = await callerOf(request, keys).catch(() => undefined)
      const key = claims?.sub ?? addressOf(request) ?? ''
      const answered = await answer(request, url, key)
      const response = isApi(url.pathname) ? withCors(answered) : answered
      const connection = connectionOf(request)
      return connection ? unread.send(response, key, connection.cut) : response
    },
    async close() {
      await mail.close()
      await receiver?.close()
      await dataApi.close()
    },
  }
}
