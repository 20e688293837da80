import { spawn, type ChildProcess } from 'node:child_process'
import { guarded } from '../guard'

/** Reads to the end of the pipe, then asks the server to stop, and insists after ten seconds. */
const script = `
read -r _
kill -INT "$1" 2>/dev/null || exit 0
tries=0
while kill -0 "$1" 2>/dev/null && [ "$tries" -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
kill -QUIT "$1" 2>/dev/null`

/**
 * Stops the server as soon as this process is gone, however that ended: a killed process cannot stop its children. A shell
 * waits at the far end of a pipe that no other process holds open. Windows has no such shell; the next start stops the
 * server there (orphan.ts).
 */
export function stopWithParent(server: ChildProcess): void {
  if (process.platform === 'win32' || server.pid === undefined) return
  // A session of its own, which Ctrl-C and a closed terminal do not reach.
  const watch = spawn('/bin/sh', ['-c', script, 'sh', String(server.pid)], {
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  watch.on('error', () => undefined)
  watch.unref()
  const { stdin } = watch
  stdin.on('error', () => undefined)
  if ('unref' in stdin && typeof stdin.unref === 'function') stdin.unref()
  server.once(
    'exit',
    guarded(
      () => void watch.kill('SIGKILL'),
      () => undefined,
    ),
  )
}
