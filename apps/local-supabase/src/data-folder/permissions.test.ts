import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { anonClient, serviceClient, sql, startStack, type Stack } from '@helpdesk/testing'
import { afterAll, expect, it, vi } from 'vitest'

vi.setConfig({ testTimeout: 120_000 })

const folder = mkdtempSync(join(tmpdir(), 'helpdesk-privacy-'))
const dataDir = join(folder, 'data')
let stack: Stack | undefined
afterAll(async () => {
  await stack?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Files that other accounts may access. */
const openToOthers = () =>
  ['', ...readdirSync(dataDir, { recursive: true, encoding: 'utf8' })].filter((name) => {
    const found = statSync(join(dataDir, name), { throwIfNoEntry: false })
    return found && (found.mode & 0o077) !== 0
  })

it.skipIf(process.platform === 'win32')(
  'closes the data folder, its files and backups to other accounts',
  async () => {
    const before = process.umask(0o022)
    try {
      stack = await startStack({ dataDir })
      const { storage } = serviceClient(stack)
      const db = sql(stack)
      await db`insert into storage.buckets (id, name) values ('private', 'private')`
      await db.end()
      expect(
        (await storage.from('private').upload('a/b.txt', 'secret', { contentType: 'text/plain' })).error,
      ).toBeNull()
      await anonClient(stack).auth.signUp({ email: 'reader@example.org', password: 'Demo1234' })
      const { mails } = stack
      await vi.waitFor(async () => expect(await mails('reader@example.org')).toHaveLength(1))
      const names = readdirSync(dataDir)
      expect(names).toEqual(expect.arrayContaining(['keys.json', 'mailbox', 'postgres.log', 'storage']))
      expect(openToOthers()).toEqual([])

      const script = fileURLToPath(new URL('../cli/backup.ts', import.meta.url))
      const backup = spawnSync(process.execPath, ['--import', 'tsx', script, join(folder, 'desk.tar.gz')], {
        env: { ...process.env, HELPDESK_DATA: dataDir, DATABASE_URL: '' },
      })
      expect(backup.status).toBe(0)
      expect(statSync(join(folder, 'desk.tar.gz')).mode & 0o777).toBe(0o600)
      await stack.stop()
    } finally {
      process.umask(before)
    }
  },
)
