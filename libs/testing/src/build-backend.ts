import { join, relative } from 'node:path'
import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { sources } from './backend-bundle'
import { root } from './fingerprint'

// A script that backend-bundle.ts runs: esbuild refuses the globals of a test's jsdom.
// usage: tsx build-backend.ts <folder>

const entries = {
  notice: 'apps/local-supabase/src/hide-node20-notice.ts',
  main: 'apps/local-supabase/src/bundled-main.ts',
  hosted: 'apps/local-supabase/src/hosted-database/main.ts',
}
/** Packages that stay apart: one registers itself with Node, and of the other the backend recognises errors by their file. */
const EXTERNAL = /^(tsx\/|postgres$)/
const OWN_MODULE = /[\\/](apps|libs)[\\/].+\.m?[jt]s$/

const backend: Plugin = {
  name: 'backend',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: EXTERNAL }, ({ path }) => ({ path, external: true }))
    // A module finds its files beside its source.
    onLoad({ filter: OWN_MODULE }, async ({ path }) => {
      if (path.includes('node_modules')) return undefined
      const text = await readFile(path, 'utf8')
      const contents = text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
      return { contents, loader: path.endsWith('ts') ? 'ts' : 'js' }
    })
  },
}

const outdir = process.argv[2]
if (!outdir) throw new Error('Name the folder of the bundle.')
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
  // CommonJS packages require Node's own modules.
  banner: {
    js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(${JSON.stringify(join(root, 'package.json'))});`,
  },
  absWorkingDir: root,
  metafile: true,
  plugins: [backend],
})
for (const input of Object.keys(metafile.inputs)) {
  const path = relative(root, join(root, input)).replaceAll('\\', '/')
  if (!path.includes('node_modules/') && !sources.some((source) => path.startsWith(source)))
    throw new Error(`${path} is part of the backend: add its folder to the sources of the bundle.`)
}
