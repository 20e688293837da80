import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DefaultGrants } from './hosted-database/roles'
import type { JwtAlgorithm, Keys } from './http/types'
import type { LogFormat } from './log/log'
import { parseAmounts, type Amounts } from './limits/rules'
import { parseRealtimeLimits, type RealtimeLimits } from './realtime/limits'
import { readServers, type Servers } from './servers/settings'
import { StartError } from './start-error'

/** The checkout's root. */
export const root = fileURLToPath(new URL('../../..', import.meta.url))

export interface Settings {
  port: number
  dataDir: string
  seed: 'demo' | 'empty'
  /** HELPDESK_SEED is set. */
  isSeedGiven: boolean
  databaseUrl: string | undefined
  smtpUrl: string | undefined
  /** Port of the SMTP server for mails to the workspace; undefined without one, 0 for any free one. */
  smtpPort: number | undefined
  isSmtpPortGiven: boolean
  /** Key of requests to `receive-mail`; undefined for one of this data folder. */
  receiveMailSecret: string | undefined
  /** Serves undelivered mails at `/mail`. */
  mailbox: boolean
  /** Serves mock consent pages, which sign in as any account. */
  mockProviders: boolean
  /** The sender of every mail. */
  mailFrom: string
  /** Serve the built apps. */
  staticApps: boolean
  /** Origin of the shell's development server, if it proxies this process. */
  devOrigin: string | undefined
  /** Prints one JSON line when ready, for programs. */
  json: boolean
  /** Hosted project to serve the built files for; undefined runs the services here. */
  hosted: { url: string; publishableKey: string } | undefined
  /** Real servers in place of parts of this process. */
  servers: Servers
  /** Brings the database alone into a hosted project's state, with these default grants, for servers beside it. */
  databaseOnly: DefaultGrants | undefined
  /** Port of that database; by default that of the Supabase CLI. */
  databasePort: number
  /** Port where the mailbox takes mails by SMTP; 0 for any free one. */
  mailboxPort: number
  /** Keys in place of those of the data folder. */
  keys: Partial<Keys>
  /** Overrides of config.toml and of the defaults. */
  rateLimits: Amounts
  /** Megabytes of the data folder's disk that stay free of mails and files; undefined for the default. */
  leastFreeMegabytes: number | undefined
  realtimeLimits: Partial<RealtimeLimits>
  /** Realtime serves public channels too, which the portal does not use. */
  publicChannels: boolean
  /** Signs tokens with the secret (HS256) or with a key pair (ES256), as hosted projects do. */
  jwtAlgorithm: JwtAlgorithm
  /** Bearer that reads `/metrics`; undefined: there are none. */
  metricsKey: string | undefined
  /** A proxy in front sets `X-Request-Id`, which then names the request in logs and answers. */
  trustsProxy: boolean
  /** Undefined for text at a terminal and JSON elsewhere. */
  logFormat: LogFormat | undefined
  supabaseDir: string
  /** The built apps to serve; those of an earlier release in a test. */
  appsDir: string
}

const given = (value: string | undefined) => (value?.trim() ? value.trim() : undefined)

/** @throws StartError without the value, which contains a password */
function readDatabaseUrl(value: string | undefined): string | undefined {
  const url = given(value)
  if (url === undefined || (/^postgres(ql)?:/.test(url) && URL.canParse(url))) return url
  throw new StartError('DATABASE_URL must look like postgres://user:password@host:5432/database.')
}

/** SMTP_PORT: a port, 0 for any free one, or off. */
function readSmtpPort(value: string | undefined, port: number): number | undefined {
  if (value === 'off') return undefined
  const smtpPort = Number(value ?? (port === 65_535 ? port - 1 : port + 1))
  if (Number.isInteger(smtpPort) && smtpPort >= 0 && smtpPort <= 65_535 && smtpPort !== port) return smtpPort
  throw new StartError(`SMTP_PORT must be "off" or a number from 0 to 65535 other than PORT, not "${value}".`)
}

/** @throws StartError */
function readJwtAlgorithm(value = 'HS256'): JwtAlgorithm {
  if (value === 'HS256' || value === 'ES256') return value
  throw new StartError(`HELPDESK_JWT_ALGORITHM must be HS256 or ES256, not "${value}".`)
}

/** @throws StartError */
function readLogFormat(value: string | undefined): LogFormat | undefined {
  if (value === undefined || value === 'json' || value === 'text') return value
  throw new StartError(`HELPDESK_LOG must be json or text, not "${value}".`)
}

/** Servers that verify tokens themselves must know the secret that signs them. */
function readKeys(env: NodeJS.ProcessEnv): Partial<Keys> {
  const keys: Partial<Keys> = {}
  for (const [name, variable, pattern, form] of [
    ['jwtSecret', 'HELPDESK_JWT_SECRET', /^.{32,}$/, 'have 32 characters or more'],
    [
      'publishable',
      'HELPDESK_PUBLISHABLE_KEY',
      /^sb_publishable_.{10,}$/,
      'begin with sb_publishable_ and be long',
    ],
    ['secret', 'HELPDESK_SECRET_KEY', /^sb_secret_.{10,}$/, 'begin with sb_secret_ and be long'],
  ] as const) {
    const value = given(env[variable])
    if (value === undefined) continue
    if (!pattern.test(value)) throw new StartError(`${variable} must ${form}.`)
    keys[name] = value
  }
  return keys
}

/** `--database-only [--grants default|none]` */
function readDatabaseOnly(args: readonly string[]): DefaultGrants | undefined {
  const [first, ...rest] = args
  if (first === undefined) return undefined
  const grants = rest.length === 0 ? 'default' : rest.join(' ').replace(/^--grants[ =]/, '')
  if (first === '--database-only' && grants === 'none') return 'none'
  if (first === '--database-only' && grants === 'default') return 'all'
  throw new StartError(`npm start takes -- --database-only [--grants default|none], not "${args.join(' ')}".`)
}

function readPort(name: string, value: string): number {
  const port = Number(value)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new StartError(`${name} must be a number from 0 to 65535, not "${value}".`)
}

/** @throws StartError */
function readMegabytes(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (/^\d{1,9}$/.test(value)) return Number(value)
  throw new StartError(`${name} must be a whole number of megabytes, not "${value}".`)
}

/** Reads the environment and the command's arguments. Throws StartError for an invalid value. */
export function readSettings(env: NodeJS.ProcessEnv, args: readonly string[] = []): Settings {
  const port = Number(given(env.PORT) ?? '4200')
  if (!Number.isInteger(port) || port < 1 || port > 65_535) {
    throw new StartError(`PORT must be a number from 1 to 65535, not "${env.PORT}".`)
  }
  const databaseOnly = readDatabaseOnly(args)
  const databaseUrl = readDatabaseUrl(env.DATABASE_URL)
  // Demo accounts are not added to an existing database by default.
  const seed = given(env.HELPDESK_SEED) ?? (databaseUrl ? 'empty' : 'demo')
  if (seed !== 'demo' && seed !== 'empty') {
    throw new StartError(`HELPDESK_SEED must be "demo" or "empty", not "${seed}".`)
  }
  const url = given(env.SUPABASE_URL)
  const publishableKey = given(env.SUPABASE_PUBLISHABLE_KEY)
  if (Boolean(url) !== Boolean(publishableKey)) {
    throw new StartError('SUPABASE_URL and SUPABASE_PUBLISHABLE_KEY belong together: set both or neither.')
  }
  if (url && !/^https?:$/.test(URL.canParse(url) ? new URL(url).protocol : ''))
    throw new StartError(`SUPABASE_URL must look like https://<project>.supabase.co, not "${url}".`)
  if (url && databaseUrl)
    throw new StartError(
      'SUPABASE_URL serves the portal over a hosted project, DATABASE_URL runs the services here: set one of them.',
    )
  const limits = given(env.HELPDESK_RATE_LIMITS)
  const realtimeLimits = given(env.HELPDESK_REALTIME_LIMITS)
  const smtpUrl = given(env.SMTP_URL)
  // Mailbox and mock providers open every account to local users: not for a portal with real mail, real people or a shared
  // database.
  const isLocalOnly = !databaseUrl && !smtpUrl
  return {
    port,
    // Its database has other roles and owners than the portal's own.
    dataDir: resolve(root, given(env.HELPDESK_DATA) ?? (databaseOnly ? '.data/hosted' : '.data')),
    seed,
    isSeedGiven: given(env.HELPDESK_SEED) !== undefined,
    databaseUrl,
    smtpUrl,
    smtpPort: readSmtpPort(given(env.SMTP_PORT), port),
    isSmtpPortGiven: given(env.SMTP_PORT) !== undefined,
    receiveMailSecret: given(env.RECEIVE_MAIL_SECRET),
    mailbox: isLocalOnly || (!smtpUrl && given(env.HELPDESK_MAILBOX) === 'on'),
    mockProviders: isLocalOnly && (seed === 'demo' || given(env.HELPDESK_MOCK_PROVIDERS) === 'on'),
    mailFrom: given(env.MAIL_FROM) ?? 'Helpdesk <no-reply@localhost>',
    staticApps: given(env.HELPDESK_STATIC) !== 'off',
    devOrigin: given(env.HELPDESK_DEV_ORIGIN)?.replace(/(?<!\/)\/+$/, ''),
    json: given(env.HELPDESK_JSON) === '1',
    hosted: url && publishableKey ? { url: url.replace(/(?<!\/)\/+$/, ''), publishableKey } : undefined,
    servers: readServers(env),
    databaseOnly,
    databasePort: readPort('HELPDESK_DATABASE_PORT', given(env.HELPDESK_DATABASE_PORT) ?? '54322'),
    // A restart of the embedded database renews the receiver before its predecessor ends.
    mailboxPort: databaseUrl ? readPort('HELPDESK_MAILBOX_PORT', given(env.HELPDESK_MAILBOX_PORT) ?? '0') : 0,
    keys: readKeys(env),
    rateLimits: limits ? parseAmounts(limits) : {},
    leastFreeMegabytes: readMegabytes('HELPDESK_LEAST_FREE_MB', given(env.HELPDESK_LEAST_FREE_MB)),
    publicChannels: given(env.HELPDESK_PUBLIC_CHANNELS) === 'on',
    realtimeLimits: realtimeLimits ? parseRealtimeLimits(realtimeLimits) : {},
    jwtAlgorithm: readJwtAlgorithm(given(env.HELPDESK_JWT_ALGORITHM)),
    metricsKey: given(env.HELPDESK_METRICS_KEY),
    trustsProxy: given(env.HELPDESK_TRUST_REQUEST_ID) === 'on',
    logFormat: readLogFormat(given(env.HELPDESK_LOG)),
    supabaseDir: resolve(root, 'supabase'),
    appsDir: resolve(given(env.HELPDESK_APPS) ?? resolve(root, 'apps')),
  }
}
