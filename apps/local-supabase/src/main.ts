import './hide-node20-notice'
import { ignoreLostWrites } from './postgres/lost-write'
import { restrictUmask } from './data-folder/permissions'
import { serveHosted } from './serve-hosted'
import { exitWithParent } from './exit-with-parent'
import { start } from './start'
import { readSettings, type Settings } from './settings'
import { exitCodes, StartError } from './start-error'

const demoAccounts = ['customer', 'customer2', 'agent', 'agent2', 'admin'].map(
  (name) => `${name}@example.com`,
)

type Log = (line: string) => void

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
): Promise<RunningPortal> {
  const { origin, stop } = await serveHosted(settings, hosted)
  return {
    origin,
    lines: [`  Supabase          ${hosted.url}`],
    values: { publishableKey: hosted.publishableKey },
    stop,
  }
}

async function main(): Promise<void> {
  restrictUmask()
  const settings = readSettings(process.env)
  const log = (line: string) => process.stderr.write(`${line}\n`)
  ignoreLostWrites(log)
  let stopping: Promise<void> | undefined
  const running: { portal?: RunningPortal } = {}
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
    log(reason)
    stop(exitCodes.database)
  }
  const { hosted } = settings
  const portal = await (hosted ? startFiles(settings, hosted) : startServices(settings, log, onLost))
  running.portal = portal
  if (stopRequested) return stop(0)
  const { origin, lines, values } = portal
  if (settings.json) process.stdout.write(`${JSON.stringify({ ready: true, url: origin, ...values })}\n`)
  else {
    const title = `  Helpdesk portal   ${settings.devOrigin ?? origin}`
    process.stdout.write(['', title, ...lines, '', '  Ctrl-C stops it.', '', ''].join('\n'))
  }
}

main().catch((error: unknown) => {
  if (error instanceof StartError) {
    process.stderr.write(`\n${error.message}\n`)
    process.exit(error.exitCode)
  }
  process.stderr.write(`\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(exitCodes.failed)
})
