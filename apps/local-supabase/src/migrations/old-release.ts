import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Recorded } from './recorded'

const schema = z.object({
  version: z.string(),
  /** The migration that makes the same schema. */
  replacedBy: z.string(),
  migrations: z.array(z.string()).min(1),
})
export type OldRelease = z.output<typeof schema>

/** The last release with many migrations in place of one. @param dir - of today's migrations */
export async function readOldRelease(dir: string): Promise<OldRelease> {
  return schema.parse(JSON.parse(await readFile(join(dir, '../releases/0.1.0.json'), 'utf8')))
}

const versionOf = (file: string) => file.replace(/_.*/, '')
export const oldVersions = ({ migrations }: OldRelease) => migrations.map(versionOf)

export type History = 'complete' | 'partial' | 'other'

/** Whether a database recorded all migrations of the old release and no others, some of them, or anything else. */
export function historyOf(recorded: readonly Recorded[], release: OldRelease): History {
  const old = new Set(oldVersions(release))
  if (recorded.length === 0 || !recorded.every(({ version }) => old.has(version))) return 'other'
  return recorded.length === old.size ? 'complete' : 'partial'
}

/** The first migration of the old release that a database lacks. */
export const firstMissing = (recorded: readonly Recorded[], { migrations }: OldRelease): string =>
  migrations.find((file) => !recorded.some(({ version }) => version === versionOf(file))) ?? ''
