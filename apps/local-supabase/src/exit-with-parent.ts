import { createGuard } from './guard'
import { isAlive } from './data-folder/process-identity'

/**
 * Calls `end` when the parent process is gone. A killed parent sends no signal, and the database would keep running.
 * @param named - HELPDESK_PARENT, the process id of the parent
 */
export function exitWithParent(named: string | undefined, end: () => void): void {
  const parent = Number(named)
  if (!Number.isInteger(parent) || parent < 1) return
  const check = createGuard({ name: 'the parent process' })(() => {
    if (process.ppid === parent && isAlive(parent)) return
    clearInterval(timer)
    end()
  })
  const timer = setInterval(check, 250)
  timer.unref()
}
