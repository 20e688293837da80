import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { StartError } from '../start-error'
import type { ArchiveWriter } from './archive'

/** Folders whose content PostgreSQL recreates; pg_basebackup also copies them empty. */
const emptied = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const skipped =
  /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label(\.old)?|tablespace_map)$/
const last = 'pg_control'
const segment = /^[0-9A-F]{24}$/

async function* files(dir: string, below = ''): AsyncGenerator<{ path: string; folder: boolean }> {
  for (const entry of await readdir(join(dir, below), { withFileTypes: true })) {
    const path = below ? `${below}/${entry.name}` : entry.name
    if (skipped.test(entry.name) || entry.name === last) continue
    if (entry.isSymbolicLink())
      throw new StartError(`${join(dir, path)} is a symbolic link, which is not backed up.`)
    yield { path, folder: entry.isDirectory() }
    if (entry.isDirectory() && !emptied.has(path)) yield* files(dir, path)
  }
}

/**
 * Copies a running database as pg_basebackup does: the files, then the write-ahead log of the changes meanwhile.
 * PostgreSQL recovers the copy to the end of the backup.
 * @param url - of the running server, as a superuser
 * @param dir - of the server's data
 */
export async function copyDatabase(url: string, dir: string, archive: ArchiveWriter): Promise<void> {
  const pool = postgres(url, { max: 1, onnotice: () => {}, idle_timeout: 0, max_lifetime: null })
  try {
    // Retains the write-ahead log; dropped with the connection.
    await pool`select pg_create_physical_replication_slot(${`backup_${process.pid}`}, true, true)`
    await pool`select pg_backup_start('helpdesk backup', true)`
    await archive.addFolder('postgres')
    for await (const { path, folder } of files(dir)) {
      if (folder) await archive.addFolder(`postgres/${path}`)
      else await archive.addFile(`postgres/${path}`, join(dir, path))
    }
    await archive.addFile(`postgres/global/${last}`, join(dir, 'global', last))
    const [end] = await pool<{ label: string; until: string }[]>`
      select labelfile as label, pg_walfile_name(lsn) as until from pg_backup_stop(false)`
    const from = /\(file ([0-9A-F]{24})\)/.exec(end?.label ?? '')?.[1]
    if (!end || !from) throw new StartError('The database did not report where its backup begins.')
    await archive.addBytes('postgres/backup_label', new TextEncoder().encode(end.label))
    const names = (await readdir(join(dir, 'pg_wal'))).filter(
      (name) => segment.test(name) && name >= from && name <= end.until,
    )
    for (const name of names.sort())
      if (!(await archive.addFile(`postgres/pg_wal/${name}`, join(dir, 'pg_wal', name))))
        throw new StartError(`The database's log ${name} is gone; try again.`)
  } finally {
    await pool.end({ timeout: 3 })
  }
}
