import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepLogFile, type LogFile } from './log-file'

let folder = ''
let file = ''
let log: LogFile | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'helpdesk-log-'))
  file = join(folder, 'postgres.log')
})
afterEach(() => {
  log?.close()
  rmSync(folder, { recursive: true, force: true })
})
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

describe('the log of the database server', () => {
  it('keeps the entries of earlier starts, and shows those of this start', async () => {
    writeFileSync(file, 'LOG:  lock file exists already\n')
    log = await keepLogFile(file)
    const output = await log.open(true)
    await output.write('LOG:  ready\n')
    expect(await log.tail()).toBe('LOG:  ready\n')
    expect(read('postgres.log')).toBe('LOG:  lock file exists already\nLOG:  ready\n')
    await output.close()
  })

  it('moves what is too large into parts, of which it keeps three', async () => {
    log = await keepLogFile(file, 100, 10)
    const output = await log.open(true)
    for (const name of ['first', 'second', 'third', 'fourth', 'fifth']) {
      await output.write(`${name} ${'.'.repeat(100)}\n`)
      await vi.waitFor(() => expect(read('postgres.log.1')).toContain(name))
      await vi.waitFor(() => expect(read('postgres.log')).toBe(''))
    }
    await output.write('LOG:  after\n')
    expect(await log.tail()).toBe('LOG:  after\n')
    await output.close()
    expect(readdirSync(folder).sort()).toEqual([
      'postgres.log',
      'postgres.log.1',
      'postgres.log.2',
      'postgres.log.3',
    ])
    expect(read('postgres.log.3')).toContain('third')
  })
})
