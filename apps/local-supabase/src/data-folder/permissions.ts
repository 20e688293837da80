import { chmod, chown, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../error-code'
import { databaseAccount } from '../postgres/account'

const others = 0o077

/** From now on everything that this process and its children write is for this account alone. */
export function restrictUmask(): void {
  process.umask(others)
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
      if (errorCode(error) !== 'EPERM') throw error
      mode = 0o711
    })
  }
  await chmod(dataDir, mode)
}
