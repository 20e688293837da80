import './quiet-notice'
import { survivesLostWrites } from './postgres/lost-write'
import { start, type Running } from './start'
import { readSettings, type Settings } from './settings'
import { exitCodes, StartError } from './start-error'

const demoAccounts = ['customer', 'customer2', 'agent', 'agent2', 'admin'].map(
  (name) => `${name}@example.com`,
)

function welcome(settings: Settings, origin: string): string {
  // Of a hosted project neither the accounts nor the mails are here.
  const demo =
    settings.seed === 'demo' && !settings.hosted
      ? ['', '  Sign in as (password Demo1234)', ...demoAccounts.map((email) => `    ${email}`)]
      : []
  return [
    '',
    `  Helpdesk portal   ${settings.devOrigin ?? origin}`,
    ...(settings.hosted
      ? [`  Supabase          ${settings.hosted.url}`]
      : [
          settings.smtpUrl
            ? '  Mail              sent through SMTP_URL'
            : `  Mailbox           ${origin}/mail`,
          `  Data              ${settings.dataDir}`,
        ]),
    ...demo,
    '',
    '  Ctrl-C stops it.',
    '',
  ].join('\n')
}

async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const log = (line: string) => process.stderr.write(`${line}\n`)
  survivesLostWrites(log)
  let stopping: Promise<void> | undefined
  const up: { running?: Running } = {}
  const stop = (code: number) => {
    stopping ??= (async () => {
      await up.running?.stop()
      process.exit(code)
    })()
  }
  let early = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (up.running) stop(0)
      else early = true
    })
  }
  const running = await start(settings, {
    log,
    onLost: (reason) => {
      if (stopping) return
      log(reason)
      stop(exitCodes.database)
    },
  })
  up.running = running
  if (early) return stop(0)
  const { origin, keys, databaseUrl } = running
  if (settings.json) {
    const line = {
      ready: true,
      url: origin,
      publishableKey: keys.publishable,
      secretKey: keys.secret,
      databaseUrl,
    }
    process.stdout.write(`${JSON.stringify(line)}\n`)
  } else process.stdout.write(`${welcome(settings, origin)}\n`)
}

main().catch((error: unknown) => {
  if (error instanceof StartError) {
    process.stderr.write(`\n${error.message}\n`)
    process.exit(error.exitCode)
  }
  process.stderr.write(`\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  process.exit(exitCodes.failed)
})
