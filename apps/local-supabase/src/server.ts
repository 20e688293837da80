import { join } from 'node:path'
import type { Sql } from 'postgres'
import { readAuthConfig, readRateLimits } from './auth/config'
import { createConsent } from './auth/consent'
import { createAuth } from './auth/handler'
import { createDataApi } from './data-api/handler'
import { createFreeSpace } from './data-folder/free-space'
import { createFirstAdmin } from './first-admin/handler'
import type { SetupLink } from './first-admin/link'
import { createFunctionsHost } from './functions/handler'
import { checkBacklog, checkDataApi, checkDatabase, checkMailServer, checkStorage } from './health/checks'
import { createReadiness, type Readiness } from './health/readiness'
import { limitBody } from './http/body-limit'
import { callerOf } from './http/caller'
import { clientAddress, getConnection } from './http/connection'
import { preflight, withCors } from './http/cors'
import { createGateway } from './http/gateway'
import { createHeldBodies, type HeldBody } from './http/held-bodies'
import { logged } from './http/logged'
import { checkUrl } from './http/request-shape'
import { errorResponse, json } from './http/respond'
import { createSlowReaderGuard } from './http/slow-readers'
import type { CallerClaims, Gateway, Handler, Keys } from './http/types'
import type { Log } from './log/log'
import { describeRequest } from './log/request-scope'
import { createRoutes, readNames } from './log/routes'
import { createLimits } from './limits/limits'
import { bodyShares, queued } from './limits/queued-handler'
import { createQueueKeys } from './limits/queue-keys'
import { receiveMailSecret } from './mail/incoming-mail'
import { createMailSender } from './mail/sender'
import { startSmtpReceiver } from './mail/smtp-receiver'
import { createMailbox } from './mailbox/handler'
import { createRealtime, type Realtime } from './realtime/server'
import { createForward } from './servers/forward'
import { createForwardUpgrade } from './servers/forward-upgrade'
import type { Settings } from './settings'
import { createMetrics } from './metrics/handler'
import { createStatic } from './static/handler'
import { createPortal } from './static/portal-config'
import { createStorage } from './storage/handler'
import { version } from './version'

export interface Backend {
  gateway: Gateway
  fetch(request: Request): Promise<Response>
  /** Answers upgrade requests to the realtime socket. */
  upgrade: Realtime['upgrade']
  readiness: Readiness
  close(): Promise<void>
}

interface BackendOptions {
  settings: Settings
  sql: Sql
  databaseUrl: string
  keys: Keys
  origin: string
  /** Serves the page that creates the first admin; undefined when there is one. */
  setup: SetupLink | undefined
  log: Log
}

/** Bytes of the bodies of callers without a session, and as many of those with one. */
const heldLimit = 256 * 1024 * 1024

const isApi = (path: string) => /^\/(auth|rest|storage|functions|realtime)\/v1(\/|$)/.test(path)

const isUpload = ({ method }: Request, { pathname }: URL) =>
  (method === 'POST' || method === 'PUT') && pathname.startsWith('/storage/v1/object/')
const isFunctionCall = ({ method }: Request, { pathname }: URL) =>
  method !== 'OPTIONS' && pathname.startsWith('/functions/v1/')

const health: Handler = async (_request, url) =>
  url.pathname === '/healthz' ? json({ status: 'ok', version }) : undefined

/** Combines all services on one origin. */
export async function createBackend(options: BackendOptions): Promise<Backend> {
  const { settings, sql, keys, origin, setup, log } = options
  const { dataDir, smtpUrl, mailFrom, servers } = settings
  const mockProviders = settings.mockProviders && !servers.auth
  const portalUrl = settings.devOrigin ?? origin
  const limits = createLimits(await readRateLimits(settings.supabaseDir), settings.rateLimits)
  const queueKeys = createQueueKeys(sql)
  const space = createFreeSpace(dataDir, { leastMegabytes: settings.leastFreeMegabytes })
  const gateway = createGateway({ sql, keys, origin, dataDir, space, log, limits, queueKeys })
  const mailbox = createMailbox(join(dataDir, 'mailbox'), origin)
  const [dataApi, config] = await Promise.all([
    servers.rest
      ? undefined
      : createDataApi(options.databaseUrl, sql, keys, origin, { limits, log, queueKeys }),
    readAuthConfig(settings.supabaseDir, settings.devOrigin),
  ])
  const { appsDir } = settings
  const portal = createPortal({ url: origin, publishableKey: keys.publishable }, appsDir)
  const mail = createMailSender(smtpUrl, mailFrom, mailbox, log)
  if (!smtpUrl && !settings.mailbox)
    log(
      `Mails are not delivered: DATABASE_URL is set without SMTP_URL. They are kept in ${join(dataDir, 'mailbox')}.`,
    )
  const readiness = createReadiness({
    log,
    report: async (results) => {
      await sql`select private.report_server_checks(${JSON.stringify(results)}::text::jsonb)`
    },
  })
  const auth = { gateway, config, send: mail.send, mockProviders }
  const receiver = smtpUrl ? undefined : await startSmtpReceiver(mailbox, log, settings.mailboxPort)
  const secrets = {
    SMTP_URL: smtpUrl ?? receiver?.url ?? '',
    MAIL_FROM: mailFrom,
    PORTAL_URL: portalUrl,
    RECEIVE_MAIL_SECRET: settings.receiveMailSecret ?? receiveMailSecret(keys),
  }
  const queue = { shares: bodyShares, queueKeys, getClaims: gateway.caller }
  const handlers: Handler[] = [
    health,
    ...(servers.auth ? [] : [createAuth(auth)]),
    ...(mockProviders ? [createConsent(auth)] : []),
    ...(dataApi ? [dataApi.handler] : []),
    ...(servers.storage
      ? []
      : [queued(createStorage(gateway), { ...queue, name: 'uploads', applies: isUpload })]),
    queued(createFunctionsHost(gateway, { secrets }), {
      ...queue,
      name: 'functions',
      applies: isFunctionCall,
    }),
    ...(settings.mailbox ? [mailbox.handler] : []),
    ...(setup ? [createFirstAdmin(auth, setup, portalUrl)] : []),
    settings.staticApps
      ? createStatic({ appsDir, portal })
      : async (_request, url) => (url.pathname === '/portal.json' ? json(await portal()) : undefined),
  ]
  const forward = createForward({ servers, keys, origin, log })
  const realtime: Realtime = servers.realtime
    ? createForwardUpgrade({ server: servers.realtime, keys, origin, log })
    : await createRealtime({
        sql,
        keys,
        limits: settings.realtimeLimits,
        publicChannels: settings.publicChannels,
        log,
      })
  readiness.add('database', checkDatabase(sql))
  readiness.add('data_api', checkDataApi(askDataApi))
  if (!servers.storage) readiness.add('storage', checkStorage(join(dataDir, 'storage')))
  // Only emails and files are refused: all else goes on.
  readiness.add('disk', space.check, false)
  readiness.add('sender', checkBacklog(sql))
  // Late for a while, which nobody notices: the sender tries again.
  if (smtpUrl) readiness.add('mail_server', checkMailServer(smtpUrl), false)
  const { metricsKey } = settings
  const sockets = () => realtime.sockets?.()
  handlers.unshift(readiness.handler, createMetrics({ key: metricsKey, sql, space, sockets, readiness }))
  const slowReaders = createSlowReaderGuard()
  const bodies = { strangers: createHeldBodies(heldLimit), accounts: createHeldBodies(heldLimit) }
  const mailKeys = { secret: secrets.RECEIVE_MAIL_SECRET, mailgunKey: process.env.MAILGUN_SIGNING_KEY }

  /** Where its body counts; undefined for the secret key and for this process itself. */
  function holdBody(
    request: Request,
    claims: CallerClaims | undefined,
    caller: string,
  ): HeldBody | undefined {
    if (claims?.role === 'service_role' || !getConnection(request)) return undefined
    return claims?.role === 'authenticated' ? bodies.accounts(caller) : bodies.strangers(caller)
  }

  async function answer(
    request: Request,
    url: URL,
    caller: string,
    held: HeldBody | undefined,
  ): Promise<Response> {
    try {
      if (isApi(url.pathname)) slowReaders.checkBacklog(caller)
      const forwarded = await forward(request, url)
      if (forwarded) return forwarded
      checkUrl(request, url)
      const limited = await limitBody(request, url.pathname, { mailKeys, space, held })
      for (const handler of handlers) {
        const response = await handler(limited, url)
        if (response) return response
      }
      return json({ code: 404, message: 'Not found' }, 404)
    } catch (error) {
      return errorResponse(error, log, url.pathname)
    } finally {
      held?.release()
    }
  }

  /** As every visitor's page does first. */
  async function askDataApi(): Promise<Response> {
    const headers = { apikey: keys.publishable, 'content-type': 'application/json' }
    const url = `${origin}/rest/v1/rpc/workspace_identity`
    return serve(new Request(url, { method: 'POST', headers, body: '{}' }))
  }

  const routeOf = createRoutes(await readNames(sql, settings.supabaseDir))

  async function serve(request: Request): Promise<Response> {
    const url = new URL(request.url)
    describeRequest({ route: routeOf(url.pathname) })
    if (isApi(url.pathname) && request.method === 'OPTIONS') return preflight(request)
    const claims = await callerOf(request, keys).catch(() => undefined)
    describeRequest({ role: claims?.role })
    const caller = claims?.sub ?? clientAddress(request) ?? ''
    const answered = await answer(request, url, caller, holdBody(request, claims, caller))
    const response = isApi(url.pathname) ? withCors(answered) : answered
    const connection = getConnection(request)
    return connection ? slowReaders.stream(response, caller, connection.close) : response
  }

  return {
    gateway,
    // Also for requests of this process itself, such as those of received mails.
    fetch: logged(serve, { log, trustsProxy: false }),
    upgrade: realtime.upgrade,
    readiness,
    async close() {
      readiness.close()
      await realtime.close()
      await mail.close()
      await receiver?.close()
      await dataApi?.close()
    },
  }
}
