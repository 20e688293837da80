/** `npm run deploy:check -- --url … --publishable-key …` lists what a project lacks. */
import '../hide-node20-notice'
import { parseArgs } from 'node:util'
import { readSettings } from '../settings'
import { inspect } from './inspect'
import { failure, type Finding, type Target } from './project'

const usage = `usage: npm run deploy:check -- --url https://<project ref>.supabase.co --publishable-key sb_publishable_…
  [--portal https://help.example.com]   the served portal, its remotes, site_url and redirects
  [--secret-key sb_secret_…]            the bucket, the first admin, the mails   (or SUPABASE_SECRET_KEY)
  [--db-url postgresql://…]             each migration, channels, the cron job   (or SUPABASE_DB_URL)
It changes nothing. It ends with 1 when something is missing.`

function readTarget(): Target | undefined {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    options: { url: text, 'publishable-key': text, 'secret-key': text, 'db-url': text, portal: text },
  })
  const { url, 'publishable-key': publishableKey, portal } = values
  if (!url || !publishableKey || !URL.canParse(url) || (portal && !URL.canParse(portal))) return undefined
  return {
    url: url.replace(/(?<!\/)\/+$/, ''),
    publishableKey,
    portal,
    secretKey: values['secret-key'] ?? process.env.SUPABASE_SECRET_KEY,
    databaseUrl: values['db-url'] ?? process.env.SUPABASE_DB_URL,
    supabaseDir: readSettings({}).supabaseDir,
  }
}

const labels = { ok: 'ok     ', missing: 'MISSING', unknown: '?      ' }
const line = ({ state, what, todo }: Finding) =>
  `${labels[state]}  ${what}${todo ? `\n           → ${todo}` : ''}`

async function main(): Promise<number> {
  let target: Target | undefined
  try {
    target = readTarget()
  } catch (error) {
    process.stderr.write(`${failure(error)}\n`)
  }
  if (!target) {
    process.stderr.write(`${usage}\n`)
    return 2
  }
  let lacking = 0
  for await (const { name, findings } of inspect(target)) {
    lacking += findings.filter(({ state }) => state === 'missing').length
    process.stdout.write(`${name}\n${findings.map((finding) => `  ${line(finding)}`).join('\n')}\n`)
  }
  process.stdout.write(lacking > 0 ? `\n${lacking} missing\n` : '\nNothing is missing\n')
  return lacking > 0 ? 1 : 0
}

process.exitCode = await main()
