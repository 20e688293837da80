import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { afterAll, describe, expect, it } from 'vitest'
import { toDataApiError } from '../data-api/error-codes'
import { diskFull, diskReadOnly, findDiskError } from '../http/disk-error'
import { describeServerFault } from '../http/error-log'
import { exitCodes, StartError } from '../start-error'
import { toStorageError } from '../storage/errors'
import { explainDiskError } from './disk-errors'

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const mountPoint = mkdtempSync(join(tmpdir(), 'helpdesk-disk-'))
afterAll(() => rmSync(mountPoint, { recursive: true, force: true }))

/** Runs a command in its own mount namespace, which ends with it. */
function inNamespace(command: string, args: string[], env: NodeJS.ProcessEnv = process.env) {
  const flags = process.getuid?.() === 0 ? ['-m'] : ['-r', '-m']
  return spawnSync('unshare', [...flags, 'sh', '-c', command, mountPoint, ...args], { env, encoding: 'utf8' })
}
const canMount = inNamespace('mount -t tmpfs tmpfs "$0"', []).status === 0

/** Runs `npm start` on a data folder whose disk is mounted with these options. */
function startOn(options: string, dataDir: string) {
  const command = `mount -t tmpfs -o ${options} tmpfs "$0" && exec "$@"`
  const env = { ...process.env, HELPDESK_DATA: dataDir, HELPDESK_JSON: '1' }
  return inNamespace(command, [process.execPath, '--import', 'tsx', here('../main.ts')], env)
}

/** Runs a scenario and parses the JSON that it prints last. */
function runScenario<T>(scenario: string, mount: string, args: string[], result: z.ZodType<T>): T {
  const script = [process.execPath, '--import', 'tsx', here(scenario), mountPoint, ...args]
  const { status, stdout, stderr } = inNamespace(`${mount} && exec "$@"`, script)
  expect(status, stderr).toBe(0)
  return result.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
}

describe.skipIf(!canMount)('a start on a bad disk', () => {
  it.each([
    [
      'a read-only disk',
      'size=300m,ro',
      mountPoint,
      /cannot be written: its file system is read-only\. Make it writable/,
    ],
    [
      'a folder on a read-only disk',
      'size=300m,ro',
      join(mountPoint, 'data'),
      /cannot be written: its file system is read-only/,
    ],
    [
      'too little space',
      'size=20m',
      mountPoint,
      /nearly full: \d+ MB are free, 200 MB are needed\.\nMake room/,
    ],
    ['a full disk', 'size=4k', mountPoint, /no space left on the disk\. Make room/],
  ])('reports %s and what to do', (_what, options, dataDir, text) => {
    const { status, stderr } = startOn(options, dataDir)
    expect(stderr).toMatch(text)
    expect(stderr).not.toContain('    at ')
    expect(status).toBe(exitCodes.failed)
    expect(readdirSync(mountPoint)).toEqual([])
  })
})

describe.skipIf(!canMount)('a disk that fills up under a running portal', () => {
  it('refuses files first, is reported by every service, leaves reads working, and writes resume once there is room', () => {
    const answers = z.record(z.string(), z.unknown())
    const { low, full, later, printed } = runScenario(
      './full-disk.scenario.ts',
      'mount -t tmpfs -o size=330m,mode=755 tmpfs "$0"',
      [],
      z.object({ low: answers, full: answers, later: answers, printed: z.string() }),
    )
    const refused = [507, diskFull.message]
    expect(low).toEqual({
      upload: ['507', diskFull.message],
      comment: [201, null],
      mail: [null, null],
      ready: [200, false],
    })
    expect(full).toEqual({
      comment: refused,
      upload: ['507', diskFull.message],
      mail: refused,
      read: [200, 1],
    })
    expect(later).toEqual({
      comment: [201, null],
      upload: [null, null],
      ready: [200, true],
      comments: 2,
      size: 200_000,
    })
    expect(printed).toMatch(/No space left on device|no space left on the disk/)
  }, 120_000)
})

const image = join(mountPoint, '..', `${basename(mountPoint)}.img`)
const canLoop =
  canMount &&
  spawnSync('sh', ['-c', 'truncate -s 400M "$0" && mkfs.ext4 -q "$0"', image]).status === 0 &&
  inNamespace('mount -o loop "$1" "$0"', [image]).status === 0
afterAll(() => rmSync(image, { force: true }))

describe.skipIf(!canLoop)('a disk that becomes read-only under a running portal', () => {
  it('is reported, ends the portal, and keeps exactly the acknowledged writes', () => {
    const { refused, printed, before, after } = runScenario(
      './read-only-disk.scenario.ts',
      'mount -o loop "$6" "$0" && chmod 755 "$0"',
      [image],
      z.object({
        refused: z.tuple([z.number(), z.string()]),
        printed: z.string(),
        before: z.array(z.string()),
        after: z.array(z.string()),
      }),
    )
    // Either a statement opens a file, or the database writes its log and ends, before or after the request is answered.
    expect([
      [507, diskReadOnly.message],
      [503, 'Database client error. Retrying the connection.'],
      [503, 'The database is restarting. Please try again in a moment.'],
    ]).toContainEqual(refused)
    expect(printed).toMatch(
      /The database in \S+ cannot be started again: its file system is read-only\. Make it writable/,
    )
    expect(printed).not.toMatch(/EROFS|refused it with 42501/)
    expect(before.length).toBeGreaterThanOrEqual(20)
    expect(after).toEqual([...before, 'Written afterwards'].sort())
  }, 240_000)
})

describe('findDiskError', () => {
  const raised = (code: string, message: string) => Object.assign(new Error(message), { code })

  it('recognises a read-only disk, which PostgreSQL reports as a missing privilege, by its message', () => {
    const words = 'could not open file "base/5/17095": Read-only file system'
    for (const error of [raised('42501', words), raised('58030', words), raised('EROFS', 'EROFS: open')])
      expect(findDiskError(error)).toBe(diskReadOnly)
    expect(toStorageError(raised('42501', words))).toMatchObject({
      statusCode: 507,
      message: diskReadOnly.message,
    })
    expect(toDataApiError(raised('42501', words))).toMatchObject({ detail: '{"status":507,"headers":{}}' })
    expect(describeServerFault(raised('42501', words))).toContain(words)
  })

  it('ignores a missing privilege', () => {
    const refused = raised('42501', 'permission denied for table "x: Read-only file system"')
    expect(findDiskError(refused)).toBeUndefined()
    expect(toStorageError(refused)).toMatchObject({ statusCode: 403 })
    expect(toDataApiError(refused)).toBe(refused)
    expect(describeServerFault(refused)).toBeUndefined()
  })
})

describe('explainDiskError', () => {
  const refused = (code: string) => Object.assign(new Error(`${code}: no`), { code })

  it.each([
    [
      'ENOSPC',
      /^StartError: It failed: there is no space left on the disk\. Make room, or choose another place/,
    ],
    ['EDQUOT', /quota/],
    ['EROFS', /read-only/],
    ['EACCES', /may not write/],
    ['EPERM', /may not write/],
    ['EIO', /reports an error/],
  ])('explains %s', (code, words) => {
    const explained = explainDiskError(refused(code), 'It failed')
    expect(explained).toBeInstanceOf(StartError)
    expect(String(explained)).toMatch(words)
  })

  it('recognises PostgreSQL’s message about a full disk, and returns other errors unchanged', () => {
    const full = new Error('initdb: error: could not write file: No space left on device')
    expect(String(explainDiskError(full, 'It failed'))).toContain('no space left on the disk')
    for (const other of [refused('ENOENT'), new Error('no'), 'text', new StartError('said already')])
      expect(explainDiskError(other, 'It failed')).toBe(other)
  })
})
