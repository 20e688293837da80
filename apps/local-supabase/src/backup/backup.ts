import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { clusterFolder } from '../postgres/cluster'
import { writeArchive, type ArchiveWriter } from './archive'
import { copyDatabase } from './copy-database'

export const manifestSchema = z.object({
  format: z.literal('helpdesk backup 1'),
  postgres: z.literal('17'),
  platform: z.string(),
  arch: z.string(),
  createdAt: z.string(),
})

/** Adds stored files that are not in the archive yet. */
async function copyFiles(root: string, archive: ArchiveWriter, copied: Set<string>): Promise<void> {
  for (const folder of await readdir(root).catch(() => [])) {
    for (const name of await readdir(join(root, folder))) {
      const path = `storage/${folder}/${name}`
      if (copied.has(path) || name.endsWith('.tmp')) continue
      if (await archive.addFile(path, join(root, folder, name))) copied.add(path)
    }
  }
}

export interface BackupOptions {
  dataDir: string
  /** The running database of that folder. */
  databaseUrl: string
  databasePassword: string
  file: string
}

/**
 * Writes database, files and keys of a data folder into one archive, also while the portal runs.
 * @returns the number of stored files
 */
export async function backup(options: BackupOptions): Promise<number> {
  const { dataDir, databaseUrl, databasePassword, file } = options
  const archive = await writeArchive(file)
  try {
    const manifest: z.infer<typeof manifestSchema> = {
      format: 'helpdesk backup 1',
      postgres: '17',
      platform: process.platform,
      arch: process.arch,
      createdAt: new Date().toISOString(),
    }
    await archive.addBytes('manifest.json', new TextEncoder().encode(JSON.stringify(manifest)))
    await archive.addBytes('keys.json', await readFile(join(dataDir, 'keys.json')))
    // Before and after the database: every file referenced by the copy existed at one of the two times.
    const copied = new Set<string>()
    const storage = join(dataDir, 'storage')
    await copyFiles(storage, archive, copied)
    await copyDatabase(databaseUrl, clusterFolder(dataDir, databasePassword), archive)
    await copyFiles(storage, archive, copied)
    await archive.finish()
    return copied.size
  } catch (error) {
    await archive.abort()
    throw error
  }
}
