import { appendFile, cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOf, listOf, readMigrations, type Migration } from '../migrations/migration-files'
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

/** Copies migrations, their list and the old releases into a folder, where a test may edit them. */
export async function copySupabase(folder: string): Promise<SupabaseCopy> {
  const supabaseDir = join(folder, 'supabase')
  const dir = join(supabaseDir, 'migrations')
  await mkdir(supabaseDir, { recursive: true })
  for (const name of ['migrations', 'migrations.sha256', 'releases', 'config.toml'])
    await cp(join(root, 'supabase', name), join(supabaseDir, name), { recursive: true })
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
