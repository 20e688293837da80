import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { isAlive } from '../data-folder/process-identity'
import { createTaskRunner } from './task-runner'

let folder = ''
let module = ''
const task = (name: string) => ({ module, name })

describe('tasks of functions', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'helpdesk-tasks-'))
    const file = join(folder, 'tasks.mts')
    await writeFile(
      file,
      `import { writeFileSync } from 'node:fs'
       export const add = async (a: number, b: number) => a + b
       export const size = (bytes: Uint8Array, names: Map<string, string>) => bytes.length + names.size
       export const endless = () => { for (;;); }
       export const broken = () => { throw new RangeError('too deep') }
       export const wait = (ms: number) => new Promise((done) => setTimeout(done, ms, 'waited'))
       export const gone = () => process.exit(1)
       export const abort = () => {
         const kept = Array.from({ length: 40 }, () => new Array(3_000_000).fill(1.5))
         return kept.length + new Array(30_000_000).fill(1.5).length
       }
       export const pid = () => process.pid
       export const names = () => Object.keys(process.env)
       export const spin = (file: string) => { writeFileSync(file, String(process.pid)); for (;;); }`,
    )
    module = pathToFileURL(file).href
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('run one after another', async () => {
    const run = createTaskRunner()
    expect(await Promise.all([run(task('add'), 1, 2), run(task('add'), 3, 4)])).toEqual([3, 7])
    expect(await run(task('size'), new Uint8Array(5), new Map([['a', 'b']]))).toBe(6)
  })

  it('are ended at the deadline, without the others', async () => {
    const logged: string[] = []
    const run = createTaskRunner({ deadline: 3_000, log: (line) => void logged.push(line) })
    await run(task('add'), 1, 1)
    const endless = run(task('endless')).catch((error: unknown) => error)
    const next = run(task('add'), 1, 2)
    let turns = 0
    const timer = setInterval(() => (turns += 1), 50)
    expect(await endless).toMatchObject({ name: 'TaskTimeout' })
    clearInterval(timer)
    // This process went on meanwhile.
    expect(turns).toBeGreaterThan(5)
    expect(await next).toBe(3)
    expect(logged).toEqual(['tasks: endless took longer than 3000 ms and was ended'])
  }, 30_000)

  it('run when they are urgent or small before others, which do not wait for ever', async () => {
    const run = createTaskRunner()
    const order: string[] = []
    const start = (name: string, isUrgent: boolean, bytes: number) =>
      run({ ...task('size'), isUrgent }, new Uint8Array(bytes), new Map()).then(() => order.push(name))
    const first = run(task('wait'), 500)
    vi.useFakeTimers({ toFake: ['Date'] })
    const others = [start('old', false, 4_000_000)]
    vi.advanceTimersByTime(61_000)
    const flood = Array.from({ length: 20 }, () => start('large', false, 700_000))
    vi.advanceTimersByTime(3_000)
    others.push(start('small', false, 1_000), start('urgent', true, 700_000))
    vi.useRealTimers()
    await Promise.all([first, ...others, ...flood])
    expect(order.slice(0, 4)).toEqual(['urgent', 'old', 'small', 'large'])
  }, 30_000)

  it('of one sender wait for those of others, and have less time once one took too long', async () => {
    const run = createTaskRunner({ deadline: 1_200 })
    await run(task('add'), 1, 1)
    const order: string[] = []
    const settled = (name: string) => () => void order.push(name)
    const flood = Array.from({ length: 10 }, (_, number) =>
      run({ ...task('endless'), sender: 'slow.example' }).catch(settled(`slow ${number}`)),
    )
    const other = run({ ...task('wait'), sender: 'other.example' }, 5).then(settled('other'))
    await other
    expect(order).toEqual(['slow 0', 'other'])
    await Promise.all(flood)
    expect(order.slice(2)).toEqual(flood.slice(1).map((_, number) => `slow ${number + 1}`))
    expect(await run({ ...task('wait'), sender: 'other.example' }, 600)).toBe('waited')
    await expect(run({ ...task('wait'), sender: 'slow.example' }, 600)).rejects.toMatchObject({
      name: 'TaskTimeout',
    })
    expect(await run({ ...task('wait'), sender: 'slow.example', isUrgent: true }, 600)).toBe('waited')
  }, 60_000)

  it('of one sender leave half of the places to others', async () => {
    const run = createTaskRunner({ maxWaiting: 4 })
    const mine = { ...task('add'), sender: 'slow.example' }
    const taken = [run(mine, 1, 1), run(mine, 1, 1), run(mine, 1, 1)]
    await expect(run(mine, 1, 1)).rejects.toMatchObject({ name: 'TaskRefused' })
    expect(await run({ ...task('add'), sender: 'other.example' }, 1, 2)).toBe(3)
    expect(await Promise.all(taken)).toEqual([2, 2, 2])
  }, 30_000)

  it.each([2, 3, 10])(
    'of %i senders with many go when others come, and are refused',
    async (count) => {
      const run = createTaskRunner({ maxWaiting: 20 })
      const running = run(task('wait'), 300)
      const heavy = Array.from({ length: 20 * count }, (_, n) =>
        run({ ...task('add'), sender: `heavy${n % count}.example` }, 1, 1).catch(
          (error: Error) => error.name,
        ),
      )
      const others = Array.from({ length: 5 }, (_, n) =>
        run({ ...task('add'), sender: `other${n}.example` }, 1, 2),
      )
      expect(await Promise.all(others)).toEqual([3, 3, 3, 3, 3])
      const ends = await Promise.all(heavy)
      expect(ends.filter((end) => end === 2)).toHaveLength(15)
      expect(ends.filter((end) => end === 'TaskRefused')).toHaveLength(20 * count - 15)
      expect(await running).toBe('waited')
    },
    30_000,
  )

  it('have more time when they have many bytes, and none is taken from it by the start', async () => {
    const run = createTaskRunner({ deadline: 200 })
    // The process takes longer to start.
    expect(await run(task('add'), 1, 2)).toBe(3)
    await expect(run(task('wait'), 1_000)).rejects.toMatchObject({ name: 'TaskTimeout' })
    expect(await run(task('wait'), 1_000, new Uint8Array(5_000_000))).toBe('waited')
  }, 30_000)

  it('reject when they fail, and the next ones run', async () => {
    const run = createTaskRunner()
    await expect(run(task('broken'))).rejects.toThrow('too deep')
    await expect(run(task('missing'))).rejects.toThrow()
    await expect(run(task('gone'))).rejects.toMatchObject({ name: 'TaskTimeout' })
    await expect(run(task('add'), () => 1)).rejects.toThrow('could not be cloned')
    expect(await run(task('add'), 1, 2)).toBe(3)
  }, 30_000)

  it('never end this process, however much memory they take at once', async () => {
    const logged: string[] = []
    const run = createTaskRunner({ deadline: 60_000, log: (line) => void logged.push(line) })
    await expect(run(task('abort'))).rejects.toMatchObject({ name: 'TaskTimeout' })
    expect(logged).toEqual([expect.stringMatching(/^tasks: abort has ended its process: it exited with /)])
    expect(await run(task('add'), 1, 2)).toBe(3)
  }, 90_000)

  it('run in a process without secrets that ends when it is idle', async () => {
    vi.stubEnv('RECEIVE_MAIL_SECRET', 'secret')
    const run = createTaskRunner({ idle: 200 })
    const first = Number(await run(task('pid')))
    expect(await run(task('names'))).not.toContain('RECEIVE_MAIL_SECRET')
    expect(await run(task('pid'))).toBe(first)
    await vi.waitFor(() => expect(isAlive(first)).toBe(false), 10_000)
    expect(await run(task('pid'))).not.toBe(first)
    vi.unstubAllEnvs()
  }, 30_000)

  it('end with the process that runs them', async () => {
    const [script, file] = [join(folder, 'parent.mts'), join(folder, 'pid')]
    const runner = new URL('./task-runner.ts', import.meta.url).href
    const call = `createTaskRunner()(${JSON.stringify(task('spin'))}, ${JSON.stringify(file)})`
    await writeFile(
      script,
      `import { isAlive } from '../data-folder/process-identity'
import { createTaskRunner } from ${JSON.stringify(runner)}\nvoid ${call}`,
    )
    const parent = spawn(process.execPath, ['--import', 'tsx', script], { stdio: 'ignore' })
    const pid = await vi.waitFor(async () => {
      const text = await readFile(file, 'utf8')
      expect(text).not.toBe('')
      return Number(text)
    }, 20_000)
    parent.kill('SIGKILL')
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 10_000)
  }, 60_000)

  it('are refused while too many wait, but urgent ones not because of others', async () => {
    const run = createTaskRunner({ maxWaiting: 1 })
    const [running, waiting] = [run(task('wait'), 500), run(task('add'), 1, 2)]
    await expect(run(task('add'), 3, 4)).rejects.toMatchObject({ name: 'TaskRefused' })
    const urgent = run({ ...task('add'), isUrgent: true }, 4, 5)
    expect(await Promise.all([running, waiting, urgent])).toEqual(['waited', 3, 9])
    expect(await run(task('add'), 3, 4)).toBe(7)
  }, 30_000)
})
