import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { fingerprint, root } from './fingerprint'

const cache = join(root, 'node_modules/.cache/helpdesk/backends')
/** Inputs of a bundle. */
const sources = [
  'apps/local-supabase/src',
  'libs/remote-contract/build',
  'libs/remote-contract/hosting',
  'package-lock.json',
  'libs/testing/src/backend-bundle.ts',
]
const entries = {
  notice: 'apps/local-supabase/src/hide-node20-notice.ts',
  main: 'apps/local-supabase/src/bundled-main.ts',
  hosted: 'apps/local-supabase/src/hosted-database/main.ts',
}
/** Packages that are bundled: sources, and one with another version in the root's `node_modules`. */
const BUNDLED = /^(\.|\/|@helpdesk\/|smol-toml$)/
const OWN_MODULE = /[\\/](apps|libs)[\\/].+\.m?[jt]s$/

const backend: Plugin = {
  name: 'backend',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^/ }, ({ kind, path }) =>
      kind === 'entry-point' || BUNDLED.test(path) ? undefined : { path, external: true },
    )
    // A module finds its files beside its source.
    onLoad({ filter: OWN_MODULE }, async ({ path }) => {
      if (path.includes('node_modules')) return undefined
      const text = await readFile(path, 'utf8')
      const contents = text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
      return { contents, loader: path.endsWith('ts') ? 'ts' : 'js' }
    })
  },
}

async function bundleInto(outdir: string): Promise<void> {
  const { metafile } = await build({
    entryPoints: entries,
    bundle: true,
    // The package says that no module has side effects, but the entries are imported for theirs.
    ignoreAnnotations: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outdir,
    outExtension: { '.js': '.mjs' },
    absWorkingDir: root,
    metafile: true,
    logLevel: 'silent',
    plugins: [backend],
  })
  for (const input of Object.keys(metafile.inputs)) {
    const path = relative(root, join(root, input)).replaceAll('\\', '/')
    if (!path.includes('node_modules/') && !sources.some((source) => path.startsWith(source)))
      throw new Error(`${path} is part of the backend: add its folder to the sources of the bundle.`)
  }
}

/** The folder of the bundle of the present sources, which it creates if it is missing. */
async function bundleFolder(): Promise<string> {
  const name = await fingerprint(sources, root)
  const folder = join(cache, name)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const draft = await mkdtemp(join(cache, 'draft-'))
  try {
    await bundleInto(draft)
    // Another process may have created it meanwhile.
    await rename(draft, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  for (const old of await readdir(cache))
    if (old !== name && !old.startsWith('draft-'))
      await rm(join(cache, old), { recursive: true, force: true })
  return folder
}

/**
 * Arguments of Node that start the backend, or the database of a hosted project, from a bundle of the present sources:
 * loading 130 TypeScript modules takes most of a start's CPU time.
 */
export async function backendArgs(entry: 'main' | 'hosted'): Promise<string[]> {
  const folder = await bundleFolder()
  return ['--import', pathToFileURL(join(folder, 'notice.mjs')).href, join(folder, `${entry}.mjs`)]
}
