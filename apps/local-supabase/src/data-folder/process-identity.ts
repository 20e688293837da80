import { readFileSync } from 'node:fs'
import { errorCode } from '../error-code'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it runs under another account
    return errorCode(error) === 'EPERM'
  }
}

/** Start time of the process, to detect a reused pid. Undefined outside Linux. */
export function startTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}
