import './hide-node20-notice'
import { ignoreClosedOutput, reportReady } from './supervised'
import { ignoreLostWrites } from './postgres/lost-write'
import { restrictUmask } from './data-folder/permissions'
import { serveHosted } from './serve-hosted'
import { exitWithParent } from './exit-with-parent'
import { startDatabaseOnly, type Connections } from './database-only'
import { start } from './start'
import type { DefaultGrants } from './hosted-database/roles'
import { createLog, redirectConsole, type Log } from './log/log'
import { readSettings, type Settings } from './settings'
import { exitCodes, StartError } from './start-error'
import { version } from './version'

const demoAccounts = ['customer', 'customer2', 'agent', 'agent2', 'admin'].map(
  (name) => `${name}@example.com`,
)

interface RunningPortal {
  origin: string
  /** Lines below the portal's URL. */
  lines: string[]
  /** Values of HELPDESK_JSON. */
  values: Record<string, string>
  stop(): Promise<void>
}

/** The portal and its services. */
async function startServices(
  settings: Settings,
  log: Log,
  onLost: (reason: string) => void,
): Promise<RunningPortal> {
  const { origin, keys, databaseUrl, demo, setupUrl, smtp, stop } = await start(settings, { log, onLost })
  return {
    origin,
    lines: [
      settings.smtpUrl
        ? '  Mail              sent through SMTP_URL'
        : settings.mailbox
          ? `  Mailbox           ${settings.devOrigin ?? origin}/mail`
          : '  Mail              not delivered; set SMTP_URL',
      ...(smtp
        ? [
            `  Incoming mail     smtp://127.0.0.1:${smtp.port} for ${smtp.addresses.join(', ') || 'no address yet'}`,
          ]
        : []),
      `  Data              ${settings.dataDir}`,
      ...(demo
        ? ['', '  Sign in as (password Demo1234)', ...demoAccounts.map((email) => `    ${email}`)]
        : []),
      ...(setupUrl
        ? ['', '  There is no admin yet. Create the first one within 24 hours:', `    ${setupUrl}`]
        : []),
    ],
    values: {
      publishableKey: keys.publishable,
      secretKey: keys.secret,
      databaseUrl,
      ...(smtp ? { smtpUrl: `smtp://127.0.0.1:${smtp.port}` } : {}),
      ...(setupUrl ? { setupUrl } : {}),
    },
    stop,
  }
}

async function startFiles(
  settings: Settings,
  hosted: NonNullable<Settings['hosted']>,
  log: Log,
): Promise<RunningPortal> {
  const { origin, stop } = await serveHosted(settings, hosted, log)
  return {
    origin,
    lines: [`  Supabase          ${hosted.url}`],
    values: { publishableKey: hosted.publishableKey },
    stop,
  }
}

const print = (lines: string[]) => process.stdout.write(['', ...lines, '', ''].join('\n'))
const printJson = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`)

function printConnections({ keys, ...urls }: Connections, { json, servers }: Settings): void {
  if (json) return void printJson({ connections: urls, keys })
  const waited =
    Object.keys(servers).length > 0 ? ' The migrations follow once the servers have made their tables.' : ''
  print([
    '  Database, as the role of',
    `    the owner       ${urls.owner}`,
    `    the platform    ${urls.admin}`,
    `    PostgREST       ${urls.dataApi}`,
    `    Auth            ${urls.auth}`,
    `    Storage         ${urls.storage}`,
    `    Realtime        ${urls.realtime}`,
    '',
    '  Keys',
    `    HELPDESK_JWT_SECRET=${keys.jwtSecret}`,
    `    HELPDESK_PUBLISHABLE_KEY=${keys.publishable}`,
    `    HELPDESK_SECRET_KEY=${keys.secret}`,
    '',
    `  The portal: DATABASE_URL=<the owner's>, these keys and the servers' addresses before npm start.${waited}`,
    '  Ctrl-C stops the database.',
  ])
}

/** The database alone. @returns its stop, once the migrations are applied */
async function startDatabase(
  settings: Settings,
  grants: DefaultGrants,
  log: Log,
  onLost: (reason: string) => void,
) {
  const onConnections = (connections: Connections) => printConnections(connections, settings)
  const { stop, applied } = await startDatabaseOnly(settings, grants, { log, onLost, onConnections })
  applied.then(
    (files) => {
      log(files.length ? `Migrations applied: ${files.length}` : 'Migrations up to date')
      if (settings.json) printJson({ ready: true, migrations: files.length })
      reportReady()
    },
    (error: unknown) => onLost(`The migrations were not applied: ${String(error)}`),
  )
  return { stop }
}

async function main(): Promise<void> {
  restrictUmask()
  ignoreClosedOutput()
  const settings = readSettings(process.env, process.argv.slice(2))
  const format = settings.logFormat ?? (process.stderr.isTTY ? 'text' : 'json')
  const log = createLog(format, (line) => process.stderr.write(`${line}\n`))
  redirectConsole(log)
  ignoreLostWrites(log)
  let stopping: Promise<void> | undefined
  const running: { portal?: { stop(): Promise<void> } } = {}
  const stop = (code: number) => {
    stopping ??= (async () => {
      await running.portal?.stop()
      process.exit(code)
    })()
  }
  let stopRequested = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (running.portal) stop(0)
      else stopRequested = true
    })
  }
  exitWithParent(process.env.HELPDESK_PARENT, () => {
    if (running.portal) stop(0)
    else stopRequested = true
  })
  const onLost = (reason: string) => {
    if (stopping) return
    log(reason, { level: 'error' })
    stop(exitCodes.database)
  }
  const { hosted, databaseOnly } = settings
  if (databaseOnly) {
    running.portal = await startDatabase(settings, databaseOnly, log, onLost)
    if (stopRequested) stop(0)
    return
  }
  const portal = await (hosted ? startFiles(settings, hosted, log) : startServices(settings, log, onLost))
  running.portal = portal
  if (stopRequested) return stop(0)
  reportReady()
  const { origin, lines, values } = portal
  if (settings.json) printJson({ ready: true, url: origin, ...values })
  else
    print([
      `  Helpdesk portal   ${settings.devOrigin ?? origin}   (version ${version})`,
      ...lines,
      '',
      '  Ctrl-C stops it.',
    ])
}

main().catch((error: unknown) => {
  if (error instanceof StartError) {
    process.stderr.write(`\n${error.message}\n`)
    process.exit(error.exitCode)
  }
  process.stderr.write(`\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(exitCodes.failed)
})
