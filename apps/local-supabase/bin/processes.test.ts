import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it, vi } from 'vitest'
import { isAlive } from '../src/data-folder/process-identity'
import { descendants } from '../src/test-support/descendants'

const helper = new URL('processes.mjs', import.meta.url).href
/** A command that starts a shell with two background processes, which prints once they run. */
const command = `
  import { spawnChild } from ${JSON.stringify(helper)}
  spawnChild('sh', ['-c', 'sleep 1000 & sleep 1000 & echo started; wait'], { stdio: ['ignore', 'inherit', 'inherit'] })
`
/** As npm does: runs the command in a shell and waits. */
const npm = `
  import { spawn } from 'node:child_process'
  const env = { ...process.env, npm_lifecycle_event: 'test' }
  spawn('sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, ${JSON.stringify(command)}], { env, stdio: 'inherit' })
`

describe.runIf(process.platform === 'linux')('the processes of a command', () => {
  it.each([
    ['SIGTERM to the command', command, 'SIGTERM'],
    ['SIGHUP to the command', command, 'SIGHUP'],
    ['SIGKILL to npm, which runs the command in a shell', npm, 'SIGKILL'],
  ] as const)('end after %s, descendants included', async (_what, script, signal) => {
    const first = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, npm_lifecycle_event: '' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(first.stdout, 'data')
    const members = descendants(first.pid ?? 0).map(({ pid }) => pid)
    expect(members.length).toBeGreaterThan(2)
    first.kill(signal)
    await vi.waitFor(() => expect(members.filter(isAlive)).toEqual([]), { timeout: 20_000, interval: 50 })
  })
})
