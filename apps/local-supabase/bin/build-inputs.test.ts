import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { remoteNames } from '@helpdesk/remote-contract/remotes'
import { buildFingerprint } from './build.mjs'
import { nodeBin, root } from './lib.mjs'

const APPS = ['shell', ...remoteNames()]
const BUILDS = APPS.map((app) => `@helpdesk/${app}`).sort()
const STACK_TESTS = ['database', 'e2e', 'local-supabase', 'stack-tests'].map((name) => `@helpdesk/${name}`)

async function nx(...args: string[]): Promise<unknown> {
  const { stdout } = await promisify(execFile)(process.execPath, [nodeBin('nx'), 'show', ...args, '--json'], {
    cwd: root,
    env: { ...process.env, NX_DAEMON: 'false', NX_ISOLATE_PLUGINS: 'false' },
    maxBuffer: 50_000_000,
  })
  return JSON.parse(stdout)
}
const names = z.array(z.string())
const affected = async (file: string, target: string) =>
  names.parse(await nx('projects', '--affected', `--files=${file}`, '--with-target', target)).sort()

const inputs = z.object({ files: names, runtime: names })
const inputsOf = async (task: string) => inputs.parse(await nx('target', 'inputs', task))

describe('the inputs of a build', () => {
  it.each(APPS)('of %s include every script and configuration', async (app) => {
    const { files, runtime } = await inputsOf(`@helpdesk/${app}:build`)
    const { scripts } = z
      .object({ scripts: z.object({ build: z.string() }) })
      .parse(JSON.parse(readFileSync(join(root, 'apps', app, 'package.json'), 'utf8')))
    const used = [...scripts.build.matchAll(/node (\S+\.mjs)/g)].map(([, path = '']) =>
      join('apps', app, path),
    )
    expect(used).not.toEqual([])
    expect(files).toEqual(
      expect.arrayContaining([
        ...used,
        `apps/${app}/vite.config.ts`,
        'libs/remote-contract/build/index.mjs',
        'nx.json',
        'package.json',
        'package-lock.json',
        'tsconfig.base.json',
      ]),
    )
    expect(runtime).toContain('node --version')
    expect(files.filter((file) => /^supabase\/|\.(test|spec)\.tsx?$/.test(file))).toEqual([])
  })
})

describe('nx affected', () => {
  it('builds no app after a migration, and runs the tests that use the database', async () => {
    const migration = 'supabase/migrations/20990101000000_x.sql'
    expect(await affected(migration, 'build')).toEqual([])
    expect(await affected(migration, 'test')).toEqual(STACK_TESTS)
  })

  it('builds every app after a change of compress.mjs', async () =>
    expect(await affected('apps/local-supabase/bin/compress.mjs', 'build')).toEqual(BUILDS))

  it('runs the journeys after a change of a screen', async () => {
    expect(await affected('apps/shell/src/main.tsx', 'build')).toEqual(['@helpdesk/shell'])
    expect(await affected('apps/shell/src/main.tsx', 'test')).toContain('@helpdesk/e2e')
  })
})

describe('the fingerprint of npm start', () => {
  let checkout: string
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(checkout, path)), { recursive: true })
    writeFileSync(join(checkout, path), text)
  }
  beforeAll(() => {
    checkout = mkdtempSync(join(tmpdir(), 'helpdesk-fingerprint-'))
    for (const name of ['nx.json', 'package.json', 'package-lock.json', 'tsconfig.base.json'])
      write(name, '{}')
    for (const app of APPS) write(`apps/${app}/vite.config.ts`, '')
    write('apps/admin-console/remote.config.ts', '')
    write('apps/local-supabase/bin/compress.mjs', '')
    write('libs/ui/src/index.ts', '')
  })
  afterAll(() => rmSync(checkout, { recursive: true, force: true }))

  it.each([
    ['apps/local-supabase/bin/compress.mjs', true],
    ['apps/admin-console/vite.config.ts', true],
    ['libs/remote-contract/build/index.mjs', true],
    ['nx.json', true],
    ['package.json', true],
    ['package-lock.json', true],
    ['tsconfig.base.json', true],
    ['supabase/migrations/20990101000000_x.sql', false],
    ['apps/shell/dist/index.html', false],
    ['apps/local-supabase/src/main.ts', false],
  ])('changes with %s: %s', (path, changes) => {
    const before = buildFingerprint(checkout)
    write(path, 'a longer text than before')
    expect(buildFingerprint(checkout) !== before).toBe(changes)
  })
})
