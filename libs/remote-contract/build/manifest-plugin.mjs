import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { chunkGraph } from './chunk-graph.mjs'
import { neededNames } from './needs.mjs'
import { readAddress } from './read-address.mjs'
import { hashFiles, releaseVersion } from './release-files.mjs'
import { installedVersion, SHARED } from './shared.mjs'

const contract = createRequire(import.meta.url)('../contract.json')
const ENTRY = 'remoteEntry.js'

/**
 * Writes a remote's manifest, `remote.json`, beside its entry. `manifestSchema` in `src/registry.ts` describes it. The
 * development server serves one without files and needs: its modules are neither hashed nor of another version.
 *
 * @param {string} folder - of the app
 * @param {string} name
 * @param {import('./define-remote-config.d.mts').RemoteConfig} config
 * @param {(path: string) => string | undefined} templateOf - the file of a screen's preview
 * @returns {import('vite').Plugin}
 */
export function manifestPlugin(folder, name, { mounts, menus, screens }, templateOf) {
  const declared = { name, contract: contract.version, entry: ENTRY, mounts, menus }
  /** @type {Map<string, Map<string, Set<string>>>} Needs by module. */
  const needsOf = new Map()
  const root = join(folder, 'vite.config.ts')
  return {
    name: 'helpdesk-remote-manifest',
    enforce: 'post',
    configureServer(server) {
      const manifest = { ...declared, version: 'dev', needs: {}, files: {}, start: [], routes: [] }
      server.middlewares.use('/remote.json', (_request, response) => {
        response.setHeader('content-type', 'application/json').end(JSON.stringify(manifest))
      })
    },
    moduleParsed({ id, code }) {
      if (!code || id.includes('virtual:mf')) return
      try {
        needsOf.set(id, neededNames(this.parse(code), SHARED, id.includes('/node_modules/')))
      } catch (error) {
        this.error(`${id} ${error instanceof Error ? error.message : error}: import the names that it uses`)
      }
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir = 'dist' }, bundle) {
        const graph = chunkGraph(bundle, (id) => this.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
        const start = graph.startFiles(ENTRY)
        const { files, hash } = hashFiles(dir)
        const content = {
          ...declared,
          needs: needsByShare(
            [...graph.modules].flatMap((id) => needsOf.get(id) ?? []),
            root,
          ),
          files,
          start,
          routes: Object.entries(screens).map(([path, { module, reads }]) => ({
            path,
            files: graph.filesOf(resolve(folder, module), start),
            reads: reads?.map(readAddress),
            template: templateOf(path),
          })),
        }
        const manifest = { ...content, version: releaseVersion(folder, hash, content) }
        writeFileSync(join(dir, 'remote.json'), `${JSON.stringify(manifest, null, 2)}\n`)
      },
    },
  }
}

/**
 * @param {Map<string, Set<string>>[]} needs
 * @param {string} root
 */
function needsByShare(needs, root) {
  return Object.fromEntries(
    SHARED.map((key) => {
      const names = [...new Set(needs.flatMap((module) => [...(module.get(key) ?? [])]))].sort()
      return [key, { range: `^${installedVersion(key, root)}`, names }]
    }).filter(([, { names }]) => names.length > 0),
  )
}
