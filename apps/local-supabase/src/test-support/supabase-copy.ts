import { appendFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOf, listOf, readMigrations, type Migration } from '../migrations/migration-files'
import { readOldRelease } from '../migrations/old-release'
import { root } from '../settings'

export interface SupabaseCopy {
  supabaseDir: string
  /** Of the migrations. */
  dir: string
  /** The migrations as they are now. */
  read(): Promise<Migration[]>
  /** Edits a migration, and on request its hash in the list, as somebody would who silences the first check. */
  edit(file: string, withList: boolean): Promise<void>
}

/** Until the baseline has landed: its stand-in. */
async function addBaseline(dir: string): Promise<void> {
  const { migrations, replacedBy } = await readOldRelease(dir)
  const files = await readMigrations(dir)
  if (files.some(({ file }) => file === replacedBy)) return
  const texts = files.filter(({ file }) => migrations.includes(file)).map(({ text }) => text)
  await writeFile(join(dir, replacedBy), texts.join('\n'))
  for (const file of migrations) await rm(join(dir, file))
  const lines = (await readMigrations(dir)).map(({ file, sha256 }) => `${sha256}  migrations/${file}\n`)
  await writeFile(listOf(dir), lines.join(''))
}

/** Copies migrations, their list and the old releases into a folder, where a test may edit them. */
export async function copySupabase(folder: string, hasBaseline = false): Promise<SupabaseCopy> {
  const supabaseDir = join(folder, 'supabase')
  const dir = join(supabaseDir, 'migrations')
  await mkdir(supabaseDir, { recursive: true })
  for (const name of ['migrations', 'migrations.sha256', 'releases', 'config.toml'])
    await cp(join(root, 'supabase', name), join(supabaseDir, name), { recursive: true })
  if (hasBaseline) await addBaseline(dir)
  return {
    supabaseDir,
    dir,
    read: () => readMigrations(dir),
    async edit(file, withList) {
      const path = join(dir, file)
      const before = hashOf(await readFile(path, 'utf8'))
      await appendFile(path, '\n-- edited\n')
      if (!withList) return
      const list = await readFile(listOf(dir), 'utf8')
      await writeFile(listOf(dir), list.replace(before, hashOf(await readFile(path, 'utf8'))))
    },
  }
}
