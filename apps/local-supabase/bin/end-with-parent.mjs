// Imported by a command, or preloaded with `node --import`: asks this process to stop once the one that started it is
// gone. npm passes a TERM on to its shell only, and nobody passes on a KILL.
import { clearInterval, setInterval } from 'node:timers'

const parent = process.ppid
const timer = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(timer)
  process.kill(process.pid, 'SIGTERM')
}, 500)
timer.unref()
