// Preloaded with `node --import`: ends the process when its parent is gone, even after SIGKILL.
import { clearInterval, setInterval } from 'node:timers'

const parent = process.ppid
const timer = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(timer)
  process.kill(process.pid, 'SIGTERM')
}, 500)
timer.unref()
