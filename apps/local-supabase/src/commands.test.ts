import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from './postgres/free-port'

const bin = fileURLToPath(new URL('../bin', import.meta.url))
let checkout: string

/** A checkout before `npm ci`: the commands, and a lockfile with one package. */
beforeAll(() => {
  checkout = mkdtempSync(join(tmpdir(), 'helpdesk-commands-'))
  mkdirSync(join(checkout, 'apps/local-supabase'), { recursive: true })
  cpSync(bin, join(checkout, 'apps/local-supabase/bin'), { recursive: true })
  const remotes = 'libs/remote-contract/build/remotes.mjs'
  cpSync(join(bin, '../../..', remotes), join(checkout, remotes))
  const dependencies = { 'is-number': '7.0.0' }
  writeFileSync(
    join(checkout, 'package.json'),
    JSON.stringify({ name: 'x', version: '1.0.0', type: 'module', dependencies }),
  )
  const packages = {
    '': { name: 'x', version: '1.0.0', dependencies },
    'node_modules/is-number': { version: '7.0.0' },
  }
  writeFileSync(
    join(checkout, 'package-lock.json'),
    JSON.stringify({ name: 'x', version: '1.0.0', lockfileVersion: 3, requires: true, packages }),
  )
})
afterAll(() => rmSync(checkout, { recursive: true, force: true }))

const start = (environment: Record<string, string>, ...flags: string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...flags, 'apps/local-supabase/bin/start.mjs'],
    {
      cwd: checkout,
      env: { ...process.env, ...environment },
      encoding: 'utf8',
    },
  )
  return { status, output: stdout + stderr }
}

describe('npm start prints a hint', () => {
  it('for an old Node', () => {
    const old =
      "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.20.0'}})"
    const { status, output } = start({}, '--import', old)
    expect(status).toBe(1)
    expect(output).toContain('The portal needs Node 20.19 or newer; this is Node 18.20.0.')
    expect(output).toContain('Install a newer Node')
  })

  it('for an unreachable registry', async () => {
    const { status, output } = start({
      npm_config_registry: `http://127.0.0.1:${await freePort()}/`,
      npm_config_fetch_retries: '0',
      npm_config_cache: join(checkout, 'cache'),
    })
    expect(status).toBe(1)
    expect(output).toContain('The npm registry is unreachable.')
    expect(output).toContain('Check the connection')
  })
})

// Each rejects the option only after loading all its modules.
it.each(['src/cli/seed.ts', 'src/cli/backup.ts', 'src/cli/restore.ts', 'bench/main.ts'])(
  '%s prints no deprecation',
  (file) => {
    const script = join(bin, '..', file)
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--import', 'tsx', script, '--no-such-option'],
      { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS: '--trace-deprecation' } },
    )
    expect(status).not.toBe(0)
    expect(stdout + stderr).toContain('--no-such-option')
    expect(stdout + stderr).not.toMatch(/deprecat/i)
  },
  120_000,
)
