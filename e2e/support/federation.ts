import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { test as base, type Page } from '@playwright/test'
import { z } from 'zod'
import { expect } from './portal'
import { startSession } from './session'
import { portal } from './this-portal'
import { freeAddress, nginx, startWebServer, type Site } from './web-servers'

const root = fileURLToPath(new URL('../../', import.meta.url))
export const REMOTES = ['customer-portal', 'agent-workspace', 'admin-console'] as const
export type Remote = (typeof REMOTES)[number]

const releaseSchema = z.looseObject({
  version: z.string(),
  base: z.string(),
  files: z.record(z.string(), z.string()),
  needs: z.record(z.string(), z.object({ range: z.string(), names: z.array(z.string()) })),
})
export type Release = z.output<typeof releaseSchema>
const registrySchema = z.looseObject({
  expires: z.string(),
  remotes: z.record(
    z.string(),
    z.looseObject({ ...releaseSchema.shape, previous: z.array(z.unknown()).optional() }),
  ),
})

/** A portal of four origins: the shell's, which has the registry, and one for each remote. */
export interface Federation {
  origin: string
  originOf: Record<Remote, string>
  /** Runs the release command for this portal, as a team does, with the key that the shell trusts. */
  release: (name: string, ...args: string[]) => Promise<string>
  registry: () => z.output<typeof registrySchema>
  /** Checksums of all files of the portal, by path. */
  checksums: () => Map<string, string>
  /** Path of a file of the portal's folder. */
  path: (file: string) => string
  /** Path of a file of a remote's live release. The name may start with its module. */
  fileOf: (remote: Remote, file: string) => string
  /** A copy of a remote's build with another text or manifest, as a later build. @returns its folder */
  rebuild: (remote: Remote, change: Change) => string
  /** A copy of the shell's build with another head, as a later build. @returns its folder */
  rebuildShell: (head: string) => string
}

interface Change {
  /** Replaces a text of the code, or a whole file by name. */
  text?: [from: string, to: string]
  file?: [name: string, code: string]
  manifest?: (release: Release) => object
}

/** Opens a screen of the federation as a signed-in user. */
export async function openIn(federation: Federation, page: Page, email: string, path = '/'): Promise<void> {
  await startSession(page, email, { ...portal, url: federation.origin }, '/no-script.txt')
  await page.goto(federation.origin + path)
}

/** Replaces a served file, or removes it. @returns a function that restores it */
export function replaceFile(file: string, content: string | null): () => void {
  // servers prefer the compressed siblings
  const variants = [file, `${file}.br`, `${file}.gz`].filter((name) => existsSync(name))
  for (const name of variants) renameSync(name, `${name}.away`)
  if (content !== null) writeFileSync(file, content)
  return () => {
    rmSync(file, { force: true })
    for (const name of variants) renameSync(`${name}.away`, name)
  }
}

/** Comes back to the tab until the page has read `/portal.json` again. */
export async function comeBack(page: Page): Promise<void> {
  let reads = 0
  page.on('response', (response) => {
    if (response.url().endsWith('/portal.json')) reads += 1
  })
  await expect(async () => {
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    expect(reads).toBeGreaterThan(0)
  }).toPass({ timeout: 60_000 })
}

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })
export const menu = (page: Page, name: string) => page.getByRole('link', { name }).first()

export const loads = (page: Page): Promise<number> => page.evaluate(() => performance.timeOrigin)

export const test = base.extend<object, { federation: Federation }>({
  federation: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixture's dependencies from this pattern
    async ({}, provide) => {
      const temporary = mkdtempSync(join(tmpdir(), 'helpdesk-federation-'))
      const site: Site = {
        folder: join(temporary, 'files'),
        portal: await freeAddress(),
        remotes: [await freeAddress(), await freeAddress(), await freeAddress()],
        backend: new URL(portal.url),
      }
      const federation = describe(site, temporary)
      try {
        await releaseAll(federation, temporary)
        const stop = await startWebServer(nginx, site, join(temporary, 'nginx'))
        await provide(federation)
        await stop()
      } finally {
        rmSync(temporary, { recursive: true })
      }
    },
    { scope: 'worker', timeout: 300_000 },
  ],
})

async function run(script: string, args: string[], env: NodeJS.ProcessEnv, cwd = root): Promise<string> {
  const options = { cwd, env: { ...process.env, ...env } }
  return (await promisify(execFile)(process.execPath, [script, ...args], options)).stdout
}

/** Builds the shell with a key, and releases it with the remotes as they were built. */
async function releaseAll({ release }: Federation, temporary: string): Promise<void> {
  const printed = await release('keys', '--file', join(temporary, 'key.pem'))
  const [, key = ''] = /HELPDESK_REGISTRY_KEY=(\S+)/.exec(printed) ?? []
  const shell = join(temporary, 'shell')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const env = { HELPDESK_REGISTRY_KEY: key }
  await run(vite, ['build', '--outDir', shell, '--emptyOutDir'], env, join(root, 'apps/shell'))
  await release('shell', '--dist', shell)
  for (const name of REMOTES) await release(name, '--dist', distOf(name))
}

const distOf = (remote: Remote) => join(root, 'apps', remote, 'dist')

function describe(site: Site, temporary: string): Federation {
  const path = (file: string) => join(site.folder, file)
  const registry = () => registrySchema.parse(JSON.parse(readFileSync(path('portal.json'), 'utf8')))
  const env = {
    SUPABASE_URL: site.portal.origin,
    SUPABASE_PUBLISHABLE_KEY: portal.publishableKey,
    HELPDESK_RELEASE_KEY: join(temporary, 'key.pem'),
    INIT_CWD: '',
  }
  const [customers = site.portal, agents = site.portal, admins = site.portal] = site.remotes
  const originOf = {
    'customer-portal': customers.href,
    'agent-workspace': agents.href,
    'admin-console': admins.href,
  }
  return {
    origin: site.portal.origin,
    originOf,
    release: (name, ...args) => {
      const { [name as Remote]: base } = originOf
      const target = ['--to', site.folder, ...(base && args.includes('--dist') ? ['--base', base] : [])]
      const script = join(root, 'libs/remote-contract/release/main.ts')
      return run('--import', ['tsx', script, name, ...args, ...(name === 'keys' ? [] : target)], env)
    },
    checksums() {
      const names = readdirSync(site.folder, { recursive: true, encoding: 'utf8' })
      const files = names.filter((name) => statSync(path(name)).isFile())
      const sum = (name: string) =>
        createHash('sha256')
          .update(readFileSync(path(name)))
          .digest('hex')
      return new Map(files.map((name) => [name, sum(name)]))
    },
    registry,
    path,
    fileOf(remote, file) {
      const folder = path(new URL(registry().remotes[remote]?.base ?? '').pathname)
      const name = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find(
        (each) => each === file || (each.startsWith(`assets/${file}-`) && each.endsWith('.js')),
      )
      if (!name) throw new Error(`${folder} has no ${file}`)
      return join(folder, name)
    },
    rebuild(remote, change) {
      const dist = mkdtempSync(join(temporary, 'build-'))
      cpSync(distOf(remote), dist, { recursive: true })
      const manifest = releaseSchema
        .omit({ base: true })
        .parse(JSON.parse(readFileSync(join(dist, 'remote.json'), 'utf8')))
      for (const name of Object.keys(manifest.files)) {
        const code = readFileSync(join(dist, name), 'utf8')
        const edited = edit(name, code, change)
        if (edited === code) continue
        for (const end of ['.br', '.gz']) rmSync(join(dist, name + end), { force: true })
        writeFileSync(join(dist, name), edited)
        manifest.files[name] = `sha384-${createHash('sha384').update(edited).digest('base64')}`
      }
      const changed = { ...manifest, ...change.manifest?.({ ...manifest, base: '' }) }
      const digest = createHash('sha256').update(JSON.stringify(changed)).digest('hex')
      writeFileSync(
        join(dist, 'remote.json'),
        JSON.stringify({ ...changed, version: `${manifest.version}-${digest.slice(0, 8)}` }),
      )
      return dist
    },
    rebuildShell(head) {
      const dist = mkdtempSync(join(temporary, 'shell-'))
      cpSync(join(temporary, 'shell'), dist, { recursive: true })
      for (const end of ['.br', '.gz']) rmSync(join(dist, `index.html${end}`), { force: true })
      const edit = (name: string, from: string | RegExp, to: string) =>
        writeFileSync(join(dist, name), readFileSync(join(dist, name), 'utf8').replace(from, to))
      edit('index.html', '</head>', `${head}</head>`)
      // The first version in the file with a build's hash is the shell's own.
      edit('shell.json', /"version": "(?=[\d.]+-[0-9a-f]{12}")/, '"version": "9')
      return dist
    },
  }
}

function edit(name: string, code: string, { text, file }: Change): string {
  if (file?.[0] === name) return file[1]
  return text ? code.replaceAll(text[0], text[1]) : code
}
