import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { afterAll, describe, expect, it } from 'vitest'
import { explainError } from '../data-api/error-codes'
import { diskFull, diskReadOnly, diskTrouble } from '../http/disk-trouble'
import { tellFault } from '../http/tell'
import { exitCodes, StartError } from '../start-error'
import { toStorageError } from '../storage/errors'
import { explainDisk } from './disk'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const place = mkdtempSync(join(tmpdir(), 'helpdesk-disk-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))

/** A mount that only one command sees, gone with it. */
const unshare = process.getuid?.() === 0 ? ['-m'] : ['-r', '-m']
const mounts = spawnSync('unshare', [...unshare, 'mount', '-t', 'tmpfs', 'tmpfs', place]).status === 0

/** `npm start` on a data folder whose disk is mounted like that. */
function startOn(options: string, dataDir: string) {
  const { status, stderr } = spawnSync(
    'unshare',
    [
      ...unshare,
      'sh',
      '-c',
      `mount -t tmpfs -o ${options} tmpfs "$0" && exec "$@"`,
      place,
      process.execPath,
      '--import',
      'tsx',
      main,
    ],
    { env: { ...process.env, HELPDESK_DATA: dataDir, HELPDESK_JSON: '1', PORT: '5391' }, encoding: 'utf8' },
  )
  return { status, stderr }
}

describe.skipIf(!mounts)('a start on a bad disk', () => {
  it.each([
    [
      'is read-only',
      'size=300m,ro',
      place,
      /cannot be written: its file system is read-only\. Make it writable/,
    ],
    [
      'is read-only below',
      'size=300m,ro',
      join(place, 'data'),
      /cannot be written: its file system is read-only/,
    ],
    [
      'has too little space',
      'size=20m',
      place,
      /nearly full: \d+ MB are free, 200 MB are needed\.\nMake room/,
    ],
    ['has no space at all', 'size=4k', place, /no space left on the disk\. Make room/],
  ])('says that it %s, and what to do', (_what, options, dataDir, words) => {
    const { status, stderr } = startOn(options, dataDir)
    expect(stderr).toMatch(words)
    expect(stderr).not.toContain('    at ')
    expect(status).toBe(exitCodes.failed)
    expect(readdirSync(place)).toEqual([])
  })
})

describe.skipIf(!mounts)('a disk that is full while people work', () => {
  it('is told in words by every service, what is there can be read, and writing goes on once there is room', () => {
    const scene = fileURLToPath(new URL('./full-disk-scene.ts', import.meta.url))
    const { status, stdout, stderr } = spawnSync(
      'unshare',
      [
        ...unshare,
        'sh',
        '-c',
        'mount -t tmpfs -o size=330m,mode=755 tmpfs "$0" && exec "$@"',
        place,
        ...[process.execPath, '--import', 'tsx', scene, place],
      ],
      { encoding: 'utf8' },
    )
    expect(status, stderr).toBe(0)
    const { full, later, printed } = z
      .object({
        full: z.record(z.string(), z.unknown()),
        later: z.record(z.string(), z.unknown()),
        printed: z.string(),
      })
      .parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
    const told = [507, diskFull.text]
    expect(full).toEqual({ comment: told, upload: ['507', diskFull.text], mail: told, read: [200, 1] })
    expect(later).toEqual({ comment: [201, null], upload: [null, null], comments: 1, files: 1 })
    expect(printed).toMatch(/No space left on device|no space left on the disk/)
  }, 120_000)
})

/** A disk of its own that can break: an image in a file, as a device. */
const image = join(place, '..', `${basename(place)}.img`)
const loops =
  mounts &&
  spawnSync('sh', ['-c', 'truncate -s 400M "$0" && mkfs.ext4 -q "$0"', image]).status === 0 &&
  spawnSync('unshare', [...unshare, 'mount', '-o', 'loop', image, place]).status === 0
afterAll(() => rmSync(image, { force: true }))

describe.skipIf(!loops)('a disk that becomes read-only while people work', () => {
  it('is told in words, ends the portal with the reason, and holds what was acknowledged, and no more, once it is mended', () => {
    const scene = fileURLToPath(new URL('./read-only-scene.ts', import.meta.url))
    const { status, stdout, stderr } = spawnSync(
      'unshare',
      [
        ...unshare,
        'sh',
        '-c',
        'mount -o loop "$1" "$0" && chmod 755 "$0" && shift && exec "$@"',
        ...[place, image, process.execPath, '--import', 'tsx', scene, place, image],
      ],
      { encoding: 'utf8' },
    )
    expect(status, stderr).toBe(0)
    const { said, printed, before, after } = z
      .object({
        said: z.tuple([z.number(), z.string()]),
        printed: z.string(),
        before: z.array(z.string()),
        after: z.array(z.string()),
      })
      .parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''))
    // By whichever meets it first: a statement that opens a file, or the log of the database, which ends it.
    expect([
      [507, diskReadOnly.text],
      [503, 'The database is restarting. Please try again in a moment.'],
    ]).toContainEqual(said)
    expect(printed).toMatch(
      /The database in \S+ cannot be started again: its file system is read-only\. Make it writable/,
    )
    expect(printed).not.toMatch(/EROFS|refused it with 42501/)
    expect(before.length).toBeGreaterThan(0)
    expect(after).toEqual([...before, 'Written afterwards'].sort())
  }, 240_000)
})

describe('diskTrouble', () => {
  const raised = (code: string, message: string) => Object.assign(new Error(message), { code })

  it('knows a read-only disk by its words: PostgreSQL calls it a lack of rights', () => {
    const words = 'could not open file "base/5/17095": Read-only file system'
    for (const error of [raised('42501', words), raised('58030', words), raised('EROFS', 'EROFS: open')])
      expect(diskTrouble(error)).toBe(diskReadOnly)
    expect(toStorageError(raised('42501', words))).toMatchObject({
      statusCode: 507,
      message: diskReadOnly.text,
    })
    expect(explainError(raised('42501', words))).toMatchObject({ detail: '{"status":507,"headers":{}}' })
    expect(tellFault(raised('42501', words))).toContain(words)
  })

  it('leaves a lack of rights what it is', () => {
    const refused = raised('42501', 'permission denied for table "x: Read-only file system"')
    expect(diskTrouble(refused)).toBeUndefined()
    expect(toStorageError(refused)).toMatchObject({ statusCode: 403 })
    expect(explainError(refused)).toBe(refused)
    expect(tellFault(refused)).toBeUndefined()
  })
})

describe('explainDisk', () => {
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
  ])('says %s in words', (code, words) => {
    const explained = explainDisk(refused(code), 'It failed')
    expect(explained).toBeInstanceOf(StartError)
    expect(String(explained)).toMatch(words)
  })

  it('knows what PostgreSQL says of a full disk, and leaves everything else alone', () => {
    const full = new Error('initdb: error: could not write file: No space left on device')
    expect(String(explainDisk(full, 'It failed'))).toContain('no space left on the disk')
    for (const other of [refused('ENOENT'), new Error('no'), 'text', new StartError('said already')])
      expect(explainDisk(other, 'It failed')).toBe(other)
  })
})
