import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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
      `export const add = async (a: number, b: number) => a + b
       export const size = (bytes: Uint8Array, names: Map<string, string>) => bytes.length + names.size
       export const endless = () => { for (;;); }
       export const broken = () => { throw new RangeError('too deep') }
       export const large = () => Array.from({ length: 1_700 }, () => new Array(100_000).fill(1.5)).length
       export const wait = (ms: number) => new Promise((done) => setTimeout(done, ms, 'waited'))
       export const gone = () => process.exit(1)`,
    )
    module = pathToFileURL(file).href
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('run one after another in a thread', async () => {
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
    // This thread went on meanwhile.
    expect(turns).toBeGreaterThan(5)
    expect(await next).toBe(3)
    expect(logged).toEqual(['tasks: endless took longer than 3000 ms and was ended'])
  }, 30_000)

  it('reject when they fail, and the next ones run', async () => {
    const run = createTaskRunner()
    await expect(run(task('broken'))).rejects.toThrow('too deep')
    await expect(run(task('missing'))).rejects.toThrow()
    await expect(run(task('gone'))).rejects.toMatchObject({ name: 'TaskTimeout' })
    await expect(run(task('add'), () => 1)).rejects.toThrow('could not be cloned')
    expect(await run(task('add'), 1, 2)).toBe(3)
  }, 30_000)

  it('are ended when they take too much memory', async () => {
    const run = createTaskRunner({ deadline: 60_000 })
    await expect(run(task('large'))).rejects.toMatchObject({ name: 'TaskTimeout' })
    expect(await run(task('add'), 1, 2)).toBe(3)
  }, 90_000)

  it('are refused while too many wait', async () => {
    const run = createTaskRunner({ maxWaiting: 1 })
    const [running, waiting] = [run(task('wait'), 500), run(task('add'), 1, 2)]
    await expect(run(task('add'), 3, 4)).rejects.toMatchObject({ name: 'TaskRefused' })
    expect(await Promise.all([running, waiting])).toEqual(['waited', 3])
    expect(await run(task('add'), 3, 4)).toBe(7)
  }, 30_000)
})
