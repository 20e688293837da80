import { chmod, chown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseAccount } from '../postgres/account'

const others = 0o077

/** From now on everything that this process and its children write is for this account alone. */
export function restrictUmask(): void {
  process.umask(others)
}

/** Takes the rights of others off what earlier versions wrote. Files are looked at only in a folder that was open. */
async function closeBelow(folder: string, wasOpen: boolean): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (!entry.isDirectory() && !(entry.isFile() && wasOpen)) continue
    const { mode } = await stat(path)
    const isOpen = (mode & others) !== 0
    if (isOpen) await chmod(path, mode & 0o700)
    // PostgreSQL keeps its own folder closed.
    if (entry.isDirectory() && entry.name !== 'postgres') await closeBelow(path, isOpen)
  }
}

/**
 * Closes the data folder to other accounts. Run by root the folder belongs to the account that PostgreSQL runs as,
 * which has to walk through it; the keys in it stay root's.
 */
export async function restrictDataFolder(dataDir: string): Promise<void> {
  const account = databaseAccount(join(dataDir, 'postgres'))
  let mode = 0o700
  if (account && (await stat(dataDir)).uid !== account.uid) {
    await chown(dataDir, account.uid, account.gid).catch((error: unknown) => {
      // A container may not let root give files away: then others may walk through, and still list nothing.
      if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) throw error
      mode = 0o711
    })
  }
  await chmod(dataDir, mode)
  await closeBelow(dataDir, true)
}
