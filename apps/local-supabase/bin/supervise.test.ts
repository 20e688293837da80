import { spawn } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { pauseBefore, supervise } from './supervise.mjs'

/** Runs a script in place of each portal, the last one for all that follow. @returns the exit code and the log */
async function supervised(scripts: string[], options: { steadyMs?: number } = {}) {
  const lines: string[] = []
  const pauses: number[] = []
  let runs = 0
  const start = () => {
    const script = scripts[Math.min(runs, scripts.length - 1)] ?? ''
    runs += 1
    return spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  }
  const pause = (count: number) => {
    pauses.push(count)
    return 0
  }
  const code = await supervise(start, (line: string) => void lines.push(line), { ...options, pause })
  return { code, lines, runs, pauses }
}
const ready = "process.send('ready');"
const crash = `${ready} setTimeout(() => process.exit(1), 20)`
const killed = `${ready} setTimeout(() => process.kill(process.pid, 'SIGKILL'), 20)`

describe('a supervised portal', () => {
  it('is started again after each crash, which is logged, until it ends by itself', async () => {
    const { code, lines, runs } = await supervised([
      crash,
      killed,
      'process.exit(5)',
      `${ready} process.exitCode = 0`,
    ])
    expect({ code, runs }).toEqual({ code: 0, runs: 4 })
    expect(lines).toEqual([
      'The portal ended with code 1. It is started again now.',
      'The portal was killed (SIGKILL), perhaps because the machine ran out of memory. It is started again now.',
      'The portal ended with code 5. It is started again now.',
    ])
  })

  it.each([1, 3, 4, 5])('is not started again when its first start fails with %i', async (exitCode) =>
    expect(await supervised([`process.exit(${exitCode})`])).toMatchObject({
      code: exitCode,
      runs: 1,
      lines: [],
    }),
  )

  it.each([3, 4])('is not started again when its restart fails with %i', async (exitCode) =>
    expect(await supervised([crash, `process.exit(${exitCode})`])).toMatchObject({ code: exitCode, runs: 2 }),
  )

  it('counts crashes in a row, which end with a steady run', async () => {
    const end = `${ready} process.exitCode = 0`
    const slow = crash.replace('20)', '400)')
    const { pauses } = await supervised([crash, crash, slow, crash, end], { steadyMs: 300 })
    expect(pauses).toEqual([1, 2, 1, 2])
  })

  it('waits longer each time, up to half a minute', () =>
    expect([1, 2, 3, 4, 20].map((count) => pauseBefore(count))).toEqual([0, 1_000, 2_000, 4_000, 30_000]))
})
