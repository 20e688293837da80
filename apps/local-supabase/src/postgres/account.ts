import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartError } from '../start-error'

/** The unprivileged account that PostgreSQL runs as; undefined: the account of this process. */
export interface Account {
  uid: number
  gid: number
}

function lookUp(name: string): Account | undefined {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith(`${name}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined
}

/** PostgreSQL refuses to run as root. A cluster keeps its owner. */
export function databaseAccount(clusterDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  try {
    const { uid, gid } = statSync(clusterDir)
    if (uid !== 0) return { uid, gid }
  } catch {
    // Not created yet.
  }
  const account = lookUp('postgres') ?? lookUp('nobody')
  if (!account) {
    throw new StartError(
      'PostgreSQL does not run as root, and neither "postgres" nor "nobody" exists here. Start as another user.',
    )
  }
  return account
}

/** Whether the account can traverse every parent of the folder. */
export function canReach(folder: string, account: Account | undefined): boolean {
  if (!account) return true
  for (let at = folder; ; at = dirname(at)) {
    try {
      const { mode, uid, gid } = statSync(at)
      const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001
      if ((mode & bit) === 0) return false
    } catch {
      // Does not exist yet: its parents decide.
    }
    if (dirname(at) === at) return true
  }
}
