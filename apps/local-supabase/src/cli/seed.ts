import '../hide-node20-notice'
import { parseArgs } from 'node:util'
import { join } from 'node:path'
import { openDataFolder } from '../data-folder/folder'
import { loadKeys } from '../data-folder/keys'
import { prepareOwner } from '../database/owner'
import { hasDemo } from '../database/seed'
import { upgrade } from '../migrations/upgrade'
import { withConnection } from '../postgres/pool'
import { readSettings, type Settings } from '../settings'
import { StartError } from '../start-error'
import { addTickets } from '../synthetic/load'
import { runCommand, withDatabase } from './with-database'

const print = (line: string) => process.stdout.write(`${line}\n`)

async function migrateAndAdd(
  url: string,
  secret: string,
  settings: Settings,
  requested: { count: number; seed: number },
): Promise<void> {
  const { url: ownerUrl, isHosted } = await prepareOwner(url, secret, settings.servers)
  await withConnection(ownerUrl, async (sql) => {
    await upgrade(sql, { dir: join(settings.supabaseDir, 'migrations'), url, secret, isHosted })
    if (!(await hasDemo(sql)) && !(settings.seed === 'demo' && settings.isSeedGiven))
      throw new StartError(
        'npm run seed adds synthetic tickets, and this is not the demo: they would mix with real ones. Nothing was added.\n' +
          'Run npm start once with the demo data first, or set HELPDESK_SEED=demo to add them anyway.',
      )
  })
  const from = performance.now()
  await addTickets(ownerUrl, requested, print)
  print(`${requested.count} tickets added in ${((performance.now() - from) / 1000).toFixed(1)} s`)
}

runCommand(async () => {
  const { values } = parseArgs({
    options: { tickets: { type: 'string', default: '1000' }, seed: { type: 'string', default: '1' } },
  })
  const count = Number(values.tickets)
  if (!Number.isInteger(count) || count < 1 || count > 5_000_000) {
    throw new StartError(`--tickets must be a number from 1 to 5000000, not "${values.tickets}".`)
  }
  const seed = Number(values.seed)
  if (!Number.isInteger(seed) || seed < 0 || seed > 1_000_000) {
    throw new StartError(`--seed must be a number from 0 to 1000000, not "${values.seed}".`)
  }
  const settings = readSettings(process.env)
  if (!settings.databaseUrl)
    return withDatabase(settings, print, (url, password) =>
      migrateAndAdd(url, password, settings, { count, seed }),
    )
  await openDataFolder(settings.dataDir)
  const { databasePassword } = await loadKeys(settings.dataDir)
  return migrateAndAdd(settings.databaseUrl, databasePassword, settings, { count, seed })
})
