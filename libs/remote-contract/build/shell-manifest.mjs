import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashFiles, releaseVersion } from './release-files.mjs'
import { installedVersion, SHARED } from './shared.mjs'

const contract = createRequire(import.meta.url)('../contract.json')

/**
 * Writes what the shell gives to remotes, `shell.json`, beside its page: version and exports of each shared module.
 * `shellSchema` in `src/offers.ts` describes it; releases of remotes are checked against it.
 *
 * @param {string} root - file URL of the shell's vite.config.ts
 * @returns {import('vite').Plugin}
 */
export function shellManifestPlugin(root) {
  const folder = dirname(fileURLToPath(root))
  return {
    name: 'helpdesk-shell-manifest',
    apply: 'build',
    enforce: 'post',
    async writeBundle({ dir = 'dist' }) {
      const offers = Object.fromEntries(
        await Promise.all(
          SHARED.map(async (key) => {
            const names = await exportsOf(this, key, join(folder, 'src/main.tsx'))
            if (names.length === 0) this.error(`The exports of ${key} are not known`)
            names.sort()
            return [key, { version: installedVersion(key, root), names }]
          }),
        ),
      )
      const content = { contract: contract.version, offers }
      const manifest = { ...content, version: releaseVersion(folder, hashFiles(dir).hash, content) }
      writeFileSync(join(dir, 'shell.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    },
  }
}

/**
 * The names that a module exports, also those of `export *`.
 * @param {import('vite').Rolldown.PluginContext} build
 * @param {string} source - as imported
 * @param {string} importer - the path of the importing file
 * @returns {Promise<string[]>}
 */
async function exportsOf(build, source, importer) {
  const { id = '' } = (await build.resolve(source, importer)) ?? {}
  const { exports = [], code } = build.getModuleInfo(id) ?? {}
  // only Node knows the names of a CommonJS package
  if (exports.length === 0) return Object.keys(await import(createRequire(importer).resolve(source)))
  const sources = build
    .parse(code ?? '')
    .body.flatMap((node) =>
      node.type === 'ExportAllDeclaration' && !node.exported ? [node.source.value] : [],
    )
  const nested = await Promise.all(sources.map((star) => exportsOf(build, star, id)))
  return [...new Set([...exports.filter((name) => name !== '*'), ...nested.flat()])]
}
