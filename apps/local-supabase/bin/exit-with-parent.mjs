// Preloaded into a process with `node --import`: ends it once the one that started it is gone, also by a KILL.
import { clearInterval, setInterval } from 'node:timers'

const parent = process.ppid
const timer = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(timer)
  process.kill(process.pid, 'SIGTERM')
}, 500)
timer.unref()
