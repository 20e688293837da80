import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startStack } from '@helpdesk/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { backup } from '../backup/backup'
import { restorePortal } from '../backup/restore-portal'
import { loadKeys } from '../data-folder/keys'
import { checkMigrations } from '../deploy-check/migrations'
import { startCluster } from '../postgres/cluster'
import { withConnection } from '../postgres/pool'
import { readSettings, root, type Settings } from '../settings'
import { start } from '../start'
import { copySupabase } from '../test-support/supabase-copy'
import { findEdited, readFrozen, readMigrations } from './migration-files'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const landed = join(root, 'supabase/migrations')

describe('supabase/migrations.sha256', () => {
  it('has the hash of each landed migration, none of which was edited or removed', async () => {
    const edited = findEdited(await readMigrations(landed), await readFrozen(landed))
    expect(edited, 'A landed migration is never edited: restore it, and put the change into a new one.').toBe(
      undefined,
    )
  })

  it('lists every migration', async () => {
    const frozen = await readFrozen(landed)
    const absent = (await readMigrations(landed)).filter(({ file }) => !frozen.has(file))
    expect(
      absent.map(({ file }) => file),
      'Run npm run migrations:freeze before a new migration lands; from then on it stays as it is.',
    ).toEqual([])
  })
})

describe('a landed migration that was edited', () => {
  let folder: string
  let dataDir: string
  let archive: string
  let settings: Settings
  let file: string
  let copies = 0

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'helpdesk-frozen-'))
    // For the database's account.
    await chmod(folder, 0o711)
    dataDir = join(folder, 'data')
    await (await startStack({ dataDir, seed: 'empty' })).stop()
    archive = join(folder, 'desk.tar.gz')
    const { databasePassword } = await loadKeys(dataDir)
    const cluster = await startCluster({ dataDir, password: databasePassword, log: () => {} })
    await backup({ dataDir, databaseUrl: cluster.url, databasePassword, file: archive })
    await cluster.stop()
    file = (await readMigrations(landed)).at(-1)?.file ?? ''
    settings = readSettings({ HELPDESK_SEED: 'empty', SMTP_PORT: 'off' })
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** The checkout with the edit. */
  async function edited(withList: boolean) {
    const copy = await copySupabase(join(folder, `checkout-${++copies}`))
    await copy.edit(file, withList)
    return copy
  }
  const sentence = (withList: boolean) =>
    withList
      ? `The migration ${file} is not the one that this database applied, so nothing was changed.\nRestore it (git checkout -- supabase/migrations/${file}) and put the change into a new migration.`
      : `The migration ${file} was edited after it landed, so nothing was changed.\nRestore it (git checkout -- supabase/migrations/${file}) and put the change into a new migration.`

  describe.each([
    ['and its hash is the old one', false],
    ['together with its hash', true],
  ])('%s', (_what, withList) => {
    it('keeps the portal from starting', async () => {
      const { supabaseDir } = await edited(withList)
      const port = await freePort()
      const starting = start({ ...settings, port, dataDir, supabaseDir }, { log: () => {}, onLost: () => {} })
      await expect(starting).rejects.toMatchObject({
        exitCode: 5,
        message: expect.stringContaining(sentence(withList)),
      })
    })

    it('keeps a backup from being restored, and leaves nothing behind', async () => {
      const { supabaseDir } = await edited(withList)
      const target = join(folder, `restored-${copies}`)
      await expect(restorePortal(archive, { ...settings, dataDir: target, supabaseDir })).rejects.toThrow(
        sentence(withList),
      )
      expect(await readdir(target)).toEqual([])
    })

    it('is found by deploy:check', async () => {
      const { dir } = await edited(withList)
      const password = (await loadKeys(dataDir)).databasePassword
      const cluster = await startCluster({ dataDir, password, log: () => {} })
      const finding = await withConnection(cluster.url, (sql) => checkMigrations(sql, dir))
      await cluster.stop()
      expect(finding).toEqual({
        state: 'missing',
        what: sentence(withList).replace('this database', 'the database').split(', so')[0],
        todo: sentence(withList).split('\n')[1],
      })
    })
  })

  it('is found in what the Supabase CLI recorded', async () => {
    const copy = await copySupabase(join(folder, 'pushed'))
    const last = (await copy.read()).at(-1)
    const statements = (last?.text ?? '').split(/;$/m).map((statement) => statement.trim())
    const { databasePassword: password } = await loadKeys(dataDir)
    const cluster = await startCluster({ dataDir, password, log: () => {} })
    const check = () => withConnection(cluster.url, (sql) => checkMigrations(sql, copy.dir))
    try {
      await withConnection(
        cluster.url,
        (sql) => sql`
          update supabase_migrations.schema_migrations set sha256 = null, statements = ${statements}
          where version = ${last?.version ?? ''}`,
      )
      expect((await check()).state).toBe('ok')
      await copy.edit(file, true)
      expect(await check()).toMatchObject({
        state: 'missing',
        what: `The migration ${file} is not the one that the database applied`,
      })
    } finally {
      await cluster.stop()
    }
  })
})
