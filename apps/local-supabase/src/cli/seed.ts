import '../hide-node20-notice'
import { parseArgs } from 'node:util'
import { join } from 'node:path'
import postgres, { type Sql } from 'postgres'
import { openDataFolder } from '../data-folder/folder'
import { loadKeys } from '../data-folder/keys'
import { migrate } from '../database/migrate'
import { prepareOwner } from '../database/owner'
import { hasDemo } from '../database/seed'
import { readSettings, type Settings } from '../settings'
import { StartError } from '../start-error'
import { addTickets } from './bulk-tickets'
import { runCommand, withDatabase } from './with-database'

const say = (line: string) => process.stdout.write(`${line}\n`)

async function fill(url: string, secret: string, settings: Settings, count: number): Promise<void> {
  const sql: Sql = postgres(await prepareOwner(url, secret), { max: 1, onnotice: () => {} })
  try {
    await migrate(sql, join(settings.supabaseDir, 'migrations'))
    if (!(await hasDemo(sql)) && !(settings.seed === 'demo' && settings.isSeedGiven))
      throw new StartError(
        'npm run seed adds invented tickets, and this is no demo: it would mix them with real ones. Nothing was added.\n' +
          'Run npm start once with the demo data first, or set HELPDESK_SEED=demo if that is what you want.',
      )
    const from = performance.now()
    await addTickets(sql, count)
    say(`${count} tickets added in ${((performance.now() - from) / 1000).toFixed(1)} s`)
  } finally {
    await sql.end({ timeout: 3 })
  }
}

runCommand(async () => {
  const { values } = parseArgs({ options: { tickets: { type: 'string', default: '1000' } } })
  const count = Number(values.tickets)
  if (!Number.isInteger(count) || count < 1 || count > 5_000_000) {
    throw new StartError(`--tickets must be a number from 1 to 5000000, not "${values.tickets}".`)
  }
  const settings = readSettings(process.env)
  if (!settings.databaseUrl)
    return withDatabase(settings, say, (url, password) => fill(url, password, settings, count))
  await openDataFolder(settings.dataDir)
  const { databasePassword } = await loadKeys(settings.dataDir)
  return fill(settings.databaseUrl, databasePassword, settings, count)
})
