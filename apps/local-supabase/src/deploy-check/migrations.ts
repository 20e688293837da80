import type { Sql } from 'postgres'
import { findDifferences, partialHistory, summarise } from '../migrations/adopt'
import {
  findEdited,
  readFrozen,
  readMigrations,
  restoreFile,
  type Migration,
} from '../migrations/migration-files'
import {
  firstMissing,
  historyOf,
  oldVersions,
  readOldRelease,
  type OldRelease,
} from '../migrations/old-release'
import { findChanged, readRecorded, type Recorded } from '../migrations/recorded'
import { defaultGrantsOf, inHostedProject } from '../migrations/scratch-database'
import { missing, ok, type Finding } from './project'

export const push = 'supabase db push --remote'
const repair = 'supabase migration repair --remote --status'

/** A project of version 0.1.0: whether its schema is that of the migration in place of the old ones, and how to record it. */
async function checkOldRelease(sql: Sql, baseline: Migration, release: OldRelease): Promise<Finding> {
  const schemaOf = inHostedProject(await defaultGrantsOf(sql))
  const difference = summarise(await findDifferences(sql, baseline, { schemaOf, isHosted: true }))
  if (difference)
    return missing(
      `The schema of this database is not that of version ${release.version}: ${difference}`,
      'Bring the object to the definition in supabase/schemas, then check again.',
    )
  return missing(
    `The ${release.migrations.length} migrations of version ${release.version} are one now, and the schema agrees with it`,
    `${repair} reverted ${oldVersions(release).join(' ')}\n           → ${repair} applied ${baseline.version}\n           → ${push}`,
  )
}

async function compareHistory(
  sql: Sql,
  migrations: readonly Migration[],
  recorded: readonly Recorded[],
  release: OldRelease,
): Promise<Finding> {
  const history = historyOf(recorded, release)
  const baseline = migrations.find(({ file }) => file === release.replacedBy)
  if (baseline && history === 'complete') return checkOldRelease(sql, baseline, release)
  if (baseline && history === 'partial')
    return missing(
      partialHistory(recorded.length, release, firstMissing(recorded, release)),
      `git checkout v${release.version}, then ${push}, then this version again`,
    )
  const applied = new Set(recorded.map(({ version }) => version))
  const absent = migrations.filter(({ version }) => !applied.has(version))
  if (absent.length > 0)
    return missing(
      `${absent.length} of ${migrations.length} migrations, the first is ${absent[0]?.version}`,
      push,
    )
  const known = new Set(migrations.map(({ version }) => version))
  const newer = recorded.filter(({ version }) => !known.has(version))
  if (newer.length > 0)
    return missing(
      `The database has migrations that this checkout lacks: ${newer.map(({ version }) => version).join(', ')}`,
      'git pull, then deploy again',
    )
  return ok(`All ${migrations.length} migrations are applied`)
}

/** Compares the list of landed migrations, their files, and what the database recorded. */
export async function checkMigrations(sql: Sql, dir: string): Promise<Finding> {
  const migrations = await readMigrations(dir)
  const edited = findEdited(migrations, await readFrozen(dir))
  if (edited) return missing(`The migration ${edited} was edited after it landed`, restoreFile(edited))
  const recorded = await readRecorded(sql)
  const changed = findChanged(migrations, recorded)
  if (changed)
    return missing(
      `The migration ${changed.file} is not the one that the database applied`,
      restoreFile(changed.file),
    )
  return compareHistory(sql, migrations, recorded, await readOldRelease(dir))
}
