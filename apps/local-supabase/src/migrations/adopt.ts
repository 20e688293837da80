import type { Sql } from 'postgres'
import { exitCodes, StartError } from '../start-error'
import { describeDifference, differencesFromBaseline } from './baseline-difference'
import { readSchema, type Difference } from './compare-schemas'
import { readLandedMigrations, type Migration } from './migration-files'
import { firstMissing, historyOf, oldVersions, readOldRelease, type OldRelease } from './old-release'
import { readRecorded, recordApplied } from './recorded'
import type { SchemaOf } from './scratch-database'

interface Place {
  /** Of the migrations. */
  dir: string
  schemaOf: SchemaOf
  isHosted: boolean
}

const refuse = (text: string): never => {
  throw new StartError(text, exitCodes.database)
}

export const partialHistory = (recorded: number, { migrations, version }: OldRelease, missing: string) =>
  `This database was made by an early version ${version}: it has ${recorded} of its ${migrations.length} migrations, ` +
  `and the first that it lacks is ${missing}.`

/** How a database differs from the baseline, where it does. */
export async function findDifferences(
  sql: Sql,
  baseline: Migration,
  { schemaOf, isHosted }: Pick<Place, 'schemaOf' | 'isHosted'>,
): Promise<Difference[]> {
  return differencesFromBaseline(await readSchema(sql), await schemaOf([baseline]), isHosted)
}

/** The first difference, and how many there are. */
export const summarise = (differences: readonly Difference[]): string | undefined =>
  differences[0] &&
  describeDifference(differences[0]) +
    (differences.length > 1 ? `, and ${differences.length - 1} more differences` : '')

async function replaceHistory(sql: Sql, release: OldRelease, baseline: Migration): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`lock table supabase_migrations.schema_migrations in exclusive mode`
    // Another start may have been faster.
    if (historyOf(await readRecorded(tx), release) !== 'complete') return
    // The column may be younger than the database.
    await tx`alter table supabase_migrations.schema_migrations add column if not exists sha256 text`
    await tx`delete from supabase_migrations.schema_migrations where version = any(${oldVersions(release)})`
    await recordApplied(tx, baseline)
  })
}

/**
 * Lets a database of version 0.1.0 come along: its migrations are recorded as the one that replaced them, when its schema
 * is that one's.
 * @returns the version that made it; undefined when there was nothing to do
 * @throws StartError when the schema differs, or migrations of 0.1.0 are missing; nothing is changed
 */
export async function adoptOldRelease(
  sql: Sql,
  { dir, schemaOf, isHosted }: Place,
): Promise<string | undefined> {
  const release = await readOldRelease(dir)
  const baseline = (await readLandedMigrations(dir)).find(({ file }) => file === release.replacedBy)
  const recorded = await readRecorded(sql)
  const history = historyOf(recorded, release)
  if (!baseline || history === 'other') return undefined
  const { version } = release
  if (history === 'partial')
    refuse(
      `${partialHistory(recorded.length, release, firstMissing(recorded, release))} Nothing was changed.\n` +
        `Start it with version ${version} first (git checkout v${version} && npm start), then with this one.`,
    )
  const difference = summarise(await findDifferences(sql, baseline, { schemaOf, isHosted }))
  if (difference)
    refuse(
      `The schema of this database is not that of version ${version}: ${difference}. Nothing was changed.\n` +
        'Somebody changed it by hand, or it was made between two releases. Bring the object to the definition in supabase/schemas, and start again.',
    )
  await replaceHistory(sql, release, baseline)
  return version
}
