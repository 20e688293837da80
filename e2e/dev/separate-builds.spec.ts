import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { copyCheckout } from '../support/checkout-copy'

const APPS = ['shell', 'customer-portal', 'agent-workspace', 'admin-console'] as const

/** Builds all apps without a cache. */
async function buildAll(folder: string): Promise<void> {
  for (const app of APPS)
    await promisify(execFile)(process.execPath, [join(folder, 'node_modules/vite/bin/vite.js'), 'build'], {
      cwd: join(folder, 'apps', app),
    })
}

/** The built files of an app with their checksums, one line each. */
function checksums(folder: string, app: string): string[] {
  const dist = join(folder, 'apps', app, 'dist')
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(dist, name)).isFile())
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(join(dist, name)))
          .digest('hex')}`,
    )
    .sort()
}

test('a changed text of the agent queue changes only the build of the agent workspace', async () => {
  test.setTimeout(600_000)
  const { folder, remove } = copyCheckout()
  try {
    await buildAll(folder)
    const before = APPS.map((app) => checksums(folder, app))

    const texts = join(folder, 'apps/agent-workspace/src/queue/texts.ts')
    const source = readFileSync(texts, 'utf8')
    const changed = source.replace(
      'View and claim unassigned support tickets',
      'Take a ticket that nobody has',
    )
    expect(changed).not.toBe(source)
    writeFileSync(texts, changed)

    await buildAll(folder)
    const touched = APPS.filter((app, index) => checksums(folder, app).join() !== before[index]?.join())
    expect(touched).toEqual(['agent-workspace'])
  } finally {
    remove()
  }
})
