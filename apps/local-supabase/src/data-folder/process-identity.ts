import { readFileSync } from 'node:fs'
import { errorCode } from '../error-code'

/** Whether the process runs. A zombie has ended: in a container whose first process collects none, it stays forever. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return statFields(pid)?.[0] !== 'Z'
  } catch (error) {
    // EPERM: it runs under another account
    return errorCode(error) === 'EPERM'
  }
}

/** Start time of the process, to detect a reused pid. Undefined outside Linux. */
export const startTime = (pid: number): string | undefined => statFields(pid)?.[19]

/** State, parent and so on, as `man 5 proc_pid_stat` counts them from field 3. Undefined outside Linux. */
function statFields(pid: number): string[] | undefined {
  try {
    // The name before them may contain spaces and brackets.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}
