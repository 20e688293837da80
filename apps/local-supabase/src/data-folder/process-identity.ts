import { readFileSync } from 'node:fs'
import { errorCode } from '../error-code'

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: it lives, but belongs to somebody else
    return errorCode(error) === 'EPERM'
  }
}

/** When the process started, as the kernel counts it; tells a reused pid apart. Undefined outside Linux. */
export function startTime(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch {
    return undefined
  }
}
