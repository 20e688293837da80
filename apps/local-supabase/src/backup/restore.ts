import { chown, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { databaseAccount, type Account } from '../postgres/account'
import { clusterFolder } from '../postgres/cluster'
import { keysSchema } from '../data-folder/keys'
import { exists } from '../exists'
import { StartError } from '../start-error'
import { readArchive, type Entry } from './archive'
import { manifestSchema } from './backup'

const parts = ['keys.json', 'storage', 'postgres'] as const
const safeName = /^(manifest\.json|keys\.json|complete|(storage|postgres)(\/[^/\\\0]+)*)$/

async function refuseExistingData(dataDir: string): Promise<void> {
  const found = []
  for (const part of parts) if (await exists(join(dataDir, part))) found.push(part)
  if (found.length === 0) return
  throw new StartError(
    `The data folder ${dataDir} already contains data (${found.join(', ')}). Nothing was changed.\n` +
      'Move that folder away, or restore into another one: HELPDESK_DATA=.data-2 npm run restore -- <file>',
  )
}

async function readManifest(file: string, entry: Entry) {
  const text = await new Response(entry.body).text()
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    throw new StartError(`${file} is not a backup that this version can read.`)
  }
}

/** Writes one entry. Files of the database are given to its account. */
async function writeEntry(
  entry: Entry,
  path: string,
  database?: { account: Account | undefined },
): Promise<void> {
  if (entry.isFolder) {
    await mkdir(path, { recursive: true, mode: 0o700 })
  } else {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const handle = await open(path, 'wx', 0o600)
    try {
      for await (const chunk of entry.body) await handle.writeFile(chunk)
      // PostgreSQL syncs its own folder before it works on a copy.
      if (!database) await handle.sync()
    } finally {
      await handle.close()
    }
  }
  if (database?.account) await chown(path, database.account.uid, database.account.gid)
}

/**
 * Restores a backup into an empty data folder, completely or not at all.
 * @param dataDir - exists, locked by the caller
 * @throws StartError when the folder contains data, or the file is not a complete backup for this platform
 */
export async function restore(file: string, dataDir: string): Promise<void> {
  await refuseExistingData(dataDir)
  const draft = join(dataDir, '.restore')
  const account = databaseAccount(join(dataDir, 'postgres'))
  let cluster: string | undefined
  const drafts = () => [draft, ...(cluster ? [`${cluster}.restore`] : [])]
  await rm(draft, { recursive: true, force: true })
  await mkdir(join(draft, 'storage'), { recursive: true, mode: 0o700 })
  let known = false
  try {
    await readArchive(file, async (entry) => {
      if (!safeName.test(entry.name) || entry.name.split('/').some((part) => part === '..' || part === '.'))
        throw new StartError(`${file} has an unexpected entry: it is not a backup of this portal.`)
      if (entry.name === 'manifest.json') {
        const { platform, arch } = await readManifest(file, entry)
        if (platform !== process.platform || arch !== process.arch)
          throw new StartError(
            `${file} was made on ${platform} ${arch} and can only be restored there; this is ${process.platform} ${process.arch}.`,
          )
        known = true
      } else if (!known) {
        throw new StartError(`${file} is not a backup of this portal.`)
      } else if (entry.name.startsWith('postgres')) {
        cluster ??= await clusterDraft(draft, dataDir)
        await writeEntry(entry, join(`${cluster}.restore`, entry.name.slice('postgres'.length)), { account })
      } else {
        await writeEntry(entry, join(draft, entry.name))
      }
    })
    if (!cluster) throw new StartError(`${file} is not a backup of this portal.`)
    await rename(join(draft, 'storage'), join(dataDir, 'storage'))
    await rename(`${cluster}.restore`, cluster)
    // Last: a folder with keys is complete.
    await rename(join(draft, 'keys.json'), join(dataDir, 'keys.json'))
  } finally {
    for (const path of drafts()) await rm(path, { recursive: true, force: true })
  }
}

/** Removes what `restore` wrote into an empty data folder. */
export async function undoRestore(dataDir: string, databasePassword: string): Promise<void> {
  // First: a folder without keys is empty.
  await rm(join(dataDir, 'keys.json'))
  for (const path of [
    clusterFolder(dataDir, databasePassword),
    join(dataDir, 'storage'),
    join(dataDir, 'postgres.log'),
  ])
    await rm(path, { recursive: true, force: true })
}

/** The target of the database, which depends on its password, an earlier entry of the archive. */
async function clusterDraft(draft: string, dataDir: string): Promise<string> {
  const { databasePassword } = keysSchema.parse(JSON.parse(await readFile(join(draft, 'keys.json'), 'utf8')))
  const cluster = clusterFolder(dataDir, databasePassword)
  if (await exists(cluster))
    throw new StartError(`${cluster} already contains a database. Nothing was changed.`)
  await rm(`${cluster}.restore`, { recursive: true, force: true })
  await mkdir(`${cluster}.restore`, { recursive: true, mode: 0o700 })
  return cluster
}

/** Counts the referenced files that exist in the data folder. */
export async function countFiles(dataDir: string, named: { bucket: string; version: string }[]) {
  const folders = new Map<string, Set<string>>()
  let missing = 0
  for (const { bucket, version } of named) {
    const folder = join(dataDir, 'storage', `b-${encodeURIComponent(bucket)}`)
    const names = folders.get(folder) ?? new Set(await readdir(folder).catch(() => []))
    folders.set(folder, names)
    if (!names.has(encodeURIComponent(version))) missing += 1
  }
  return { files: named.length - missing, missing }
}
