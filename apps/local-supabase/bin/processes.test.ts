import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'

const helper = new URL('processes.mjs', import.meta.url).href
/** A command of ours: starts a shell that starts two more processes, and says when they are there. */
const command = `
  import { spawnTied } from ${JSON.stringify(helper)}
  spawnTied('sh', ['-c', 'sleep 1000 & sleep 1000 & echo started; wait'], { stdio: ['ignore', 'inherit', 'inherit'] })
`
/** npm: a process that runs the command in a shell and waits. */
const npm = `
  import { spawn } from 'node:child_process'
  const env = { ...process.env, npm_lifecycle_event: 'test' }
  spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, ${JSON.stringify(command)}], { env, stdio: 'inherit' })
`

function isRunning(pid: number): boolean {
  try {
    // An ended child that was not waited for (a zombie) counts as ended.
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

function family(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  return children.map(Number).flatMap((child) => [child, ...family(child)])
}

describe.runIf(process.platform === 'linux')('what a command has started', () => {
  it.each([
    ['SIGTERM to the command', command, 'SIGTERM'],
    ['SIGHUP to the command', command, 'SIGHUP'],
    ['SIGKILL to npm, which runs the command in a shell', npm, 'SIGKILL'],
  ] as const)('ends after %s, in all generations', async (_what, script, signal) => {
    const first = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, npm_lifecycle_event: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(first.stdout, 'data')
    const members = family(first.pid ?? 0)
    expect(members.length).toBeGreaterThan(2)
    first.kill(signal)
    await vi.waitFor(() => expect(members.filter(isRunning)).toEqual([]), { timeout: 20_000, interval: 50 })
  })
})
