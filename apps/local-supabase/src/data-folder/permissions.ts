import { chmod, chown, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../error-code'
import { databaseAccount } from '../postgres/account'

const others = 0o077

/** Makes new files of this process and its children accessible to this account only. */
export function restrictUmask(): void {
  process.umask(others)
}

/**
 * Closes the data folder to other accounts. As root, the folder is given to PostgreSQL's account, which must traverse it;
 * the keys in it remain root's.
 */
export async function restrictDataFolder(dataDir: string): Promise<void> {
  const account = databaseAccount(join(dataDir, 'postgres'))
  let mode = 0o700
  if (account && (await stat(dataDir)).uid !== account.uid) {
    await chown(dataDir, account.uid, account.gid).catch((error: unknown) => {
      // Some containers forbid chown: then other accounts may traverse the folder, but not list it.
      if (errorCode(error) !== 'EPERM') throw error
      mode = 0o711
    })
  }
  await chmod(dataDir, mode)
}
