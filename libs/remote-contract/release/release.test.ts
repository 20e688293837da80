import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { parseRegistry } from '../src/registry'
import { runRelease } from './main'
import { releaseBuild } from './release-remote'
import { releaseShellBuild } from './release-shell'
import { openTarget } from './open-target'
import type { Target } from './target'
import { startS3, type S3 } from './testing/conditional-s3'
import { newFolder, sampleBuild, sampleShell } from './testing/sample-build'

const backend = { SUPABASE_URL: 'https://help.example.com', SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x' }
let s3: S3
beforeAll(async () => void (s3 = await startS3({ conditional: true })))
afterAll(() => s3.close())

let bucketFolder = 0
const places = {
  'a folder': async () => ({ to: await newFolder(), env: backend }),
  S3: async () => ({ to: `${s3.address}/${++bucketFolder}`, env: { ...backend, ...s3.env } }),
}

describe.each(Object.entries(places))('a release to %s', (_place, open) => {
  let to: string
  let env: NodeJS.ProcessEnv
  let target: Target
  beforeEach(async () => {
    ;({ to, env } = await open())
    target = openTarget(to, env, '/')
  })

  const release = (name: string, dist: string, more: { canary?: number; ahead?: boolean } = {}) =>
    releaseBuild({ name, base: '/', canary: null, ahead: false, ...more }, dist, target, {
      env,
      signer: null,
      days: 1,
    })
  const run = (...words: string[]) => runRelease([...words, '--to', to], env, '/')
  const registry = async () =>
    parseRegistry(JSON.parse((await target.read('portal.json'))?.body.toString() ?? 'null'))
  const live = async (name: string) => (await registry()).remotes[name]

  it('uploads a build under its version, then lists it', async () => {
    const { dist, version } = await sampleBuild('agent-workspace', 'one')
    expect(await release('agent-workspace', dist)).toBe(
      `agent-workspace ${version} is released to everyone. Registry 1. 5 of 5 files uploaded.`,
    )
    expect(await live('agent-workspace')).toMatchObject({
      version,
      base: `/remotes/agent-workspace/${version}/`,
    })
    const stored = await target.read(`remotes/agent-workspace/${version}/remoteEntry.js`)
    expect(stored?.body.equals(await readFile(join(dist, 'remoteEntry.js')))).toBe(true)
  })

  it('does nothing the second time', async () => {
    const { dist } = await sampleBuild('agent-workspace', 'one')
    await release('agent-workspace', dist)
    expect(await release('agent-workspace', dist)).toMatch(/already released .* 0 of 5 files uploaded/)
    expect((await registry()).serial).toBe(1)
  })

  it('refuses other bytes under a released version, and lists nothing', async () => {
    const { dist, version } = await sampleBuild('agent-workspace', 'one')
    await release('agent-workspace', dist)
    const other = await sampleBuild('agent-workspace', 'two', { version })
    await expect(release('agent-workspace', other.dist)).rejects.toThrow('already there with another content')
    expect((await registry()).serial).toBe(1)
  })

  it('accepts the same file compressed by another encoder', async () => {
    const { dist } = await sampleBuild('agent-workspace', 'one '.repeat(500))
    await release('agent-workspace', dist)
    const plain = await readFile(join(dist, 'remoteEntry.js'))
    const again = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
    expect(again.equals(await readFile(join(dist, 'remoteEntry.js.br')))).toBe(false)
    await writeFile(join(dist, 'remoteEntry.js.br'), again)
    expect(await release('agent-workspace', dist)).toContain('0 of 5 files uploaded')
  })

  it('refuses a build whose files are not those of its manifest', async () => {
    const { dist } = await sampleBuild('agent-workspace', 'one')
    await writeFile(join(dist, 'remoteEntry.js'), 'changed')
    await expect(release('agent-workspace', dist)).rejects.toThrow('remoteEntry.js is not of this build')
  })

  it('keeps every release when eight teams release at once', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
    const builds = await Promise.all(names.map((name) => sampleBuild(name, name)))
    await Promise.all(builds.map(({ dist }, index) => release(names[index] ?? '', dist)))
    const { serial, remotes } = await registry()
    expect(Object.keys(remotes).sort()).toEqual(names)
    expect(serial).toBe(8)
  })

  it('releases a canary, widens it, promotes it and rolls back', async () => {
    const one = await sampleBuild('agent-workspace', 'one')
    const two = await sampleBuild('agent-workspace', 'two')
    await release('agent-workspace', one.dist)
    await release('agent-workspace', two.dist, { canary: 10 })
    expect(await live('agent-workspace')).toMatchObject({
      version: one.version,
      canary: { percent: 10, release: { version: two.version } },
    })
    await release('agent-workspace', two.dist, { canary: 50 })
    expect((await live('agent-workspace'))?.canary?.percent).toBe(50)
    await run('agent-workspace', '--promote')
    expect(await live('agent-workspace')).toMatchObject({
      version: two.version,
      previous: [{ version: one.version }],
      canary: undefined,
    })
    expect(await run('agent-workspace', '--rollback')).toContain(`${two.version} is withdrawn`)
    expect(await live('agent-workspace')).toMatchObject({ version: one.version, previous: [] })
    await expect(run('agent-workspace', '--rollback')).rejects.toThrow('no earlier release')
  })

  it('ends a canary by a rollback', async () => {
    const one = await sampleBuild('agent-workspace', 'one')
    await release('agent-workspace', one.dist)
    await release('agent-workspace', (await sampleBuild('agent-workspace', 'two')).dist, { canary: 10 })
    expect(await run('agent-workspace', '--rollback')).toContain(`everyone gets ${one.version}`)
    expect(await live('agent-workspace')).toMatchObject({ version: one.version, canary: undefined })
  })

  it('disables a remote until it is revived, also over a new release', async () => {
    await release('agent-workspace', (await sampleBuild('agent-workspace', 'one')).dist)
    await run('agent-workspace', '--kill')
    expect(await release('agent-workspace', (await sampleBuild('agent-workspace', 'two')).dist)).toContain(
      'still disabled',
    )
    expect((await live('agent-workspace'))?.disabled).toBe(true)
    await run('agent-workspace', '--revive')
    expect((await live('agent-workspace'))?.disabled).toBeUndefined()
  })

  it('refuses a remote that needs what the live shell lacks, or waits for the shell', async () => {
    await releaseShellBuild(await sampleShell('1', ['Button']), target, { env, signer: null, days: 1 })
    const needs = (...names: string[]) => ({ needs: { '@helpdesk/ui': { range: '^0.1.0', names } } })
    const one = await sampleBuild('agent-workspace', 'one', needs('Button'))
    const two = await sampleBuild('agent-workspace', 'two', needs('Button', 'Card'))
    await release('agent-workspace', one.dist)
    await expect(release('agent-workspace', two.dist)).rejects.toThrow('@helpdesk/ui 0.1.0 has no Card')
    expect(await release('agent-workspace', two.dist, { ahead: true })).toContain(
      `until that is live, users keep ${one.version}`,
    )
    const shell = await sampleShell('2', ['Card', 'Chart'])
    await expect(releaseShellBuild(shell, target, { env, signer: null, days: 1 })).rejects.toThrow(
      'does not fit this shell',
    )
    expect((await target.read('index.html'))?.body.toString()).toBe('<title>1</title>')
    await releaseShellBuild(await sampleShell('2', ['Button', 'Card']), target, {
      env,
      signer: null,
      days: 1,
    })
    expect((await target.read('index.html'))?.body.toString()).toBe('<title>2</title>')
    expect(await run('status')).toMatch(`shell 2\nagent-workspace ${two.version} · before: ${one.version}`)
  })

  it('needs the backend for the first release', async () => {
    const { dist } = await sampleBuild('agent-workspace', 'one')
    env = { ...env, SUPABASE_URL: undefined }
    await expect(release('agent-workspace', dist)).rejects.toThrow('set SUPABASE_URL')
    expect(await target.read('portal.json')).toBeNull()
  })

  it('signs, and refuses to build on what another key or nobody signed', async () => {
    const [mine, other] = [join(await newFolder(), 'key.pem'), join(await newFolder(), 'key.pem')]
    const [, publicKey] =
      /HELPDESK_REGISTRY_KEY=(\S+)/.exec(await runRelease(['keys', '--file', mine], env, '/')) ?? []
    await runRelease(['keys', '--file', other], env, '/')
    expect(publicKey).toMatch(/^[A-Za-z0-9+/]{43}=$/)
    await expect(runRelease(['keys', '--file', mine], env, '/')).rejects.toThrow('never overwritten')
    await release('agent-workspace', (await sampleBuild('agent-workspace', 'one')).dist)
    const as = (key: string, ...words: string[]) =>
      runRelease([...words, '--to', to], { ...env, HELPDESK_RELEASE_KEY: key }, '/')
    await expect(as(mine, 'agent-workspace', '--kill')).rejects.toThrow('not signed with this key')
    await as(mine, 'sign', '--adopt')
    await as(mine, 'agent-workspace', '--kill')
    await expect(as(other, 'agent-workspace', '--revive')).rejects.toThrow('not signed with this key')
    await expect(run('agent-workspace', '--revive')).rejects.toThrow('set HELPDESK_RELEASE_KEY')
    expect((await registry()).signature).toMatch(/^[A-Za-z0-9+/]{86}==$/)
  })
})
