import { isAlive } from './data-folder/process-identity'

/**
 * Calls `end` once the process that started this one is gone: a killed one sends no signal, and the database would live on.
 * @param named - HELPDESK_PARENT, the id of a process that wants this one to end with it
 */
export function exitWithParent(named: string | undefined, end: () => void): void {
  const parent = Number(named)
  if (!Number.isInteger(parent) || parent < 1) return
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(parent)) return
    clearInterval(timer)
    end()
  }, 250)
  timer.unref()
}
