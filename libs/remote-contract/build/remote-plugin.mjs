// Plain JavaScript: Node reads it as it stands when Vite loads an app's configuration.
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const SHARE = '\0shared:'
const VITE_PRELOAD = '\0vite/preload-helper.js'

/**
 * Builds a remote: its routes, without the packages that the page shares, and `remoteEntry.js`, which tells the shell
 * what they need and where they are (`RemoteEntry` of this library). The shell shares one version of each package, so
 * nothing is left to a federation runtime to choose in the browser.
 *
 * @param {Readonly<Record<string, string>>} shared - version of each shared package that the remote is built against
 * @param {string} app - the app's folder
 * @returns {import('vite').Plugin}
 */
export function remotePlugin(shared, app) {
  const names = exportsOf(Object.keys(shared), app)
  return {
    name: 'helpdesk-remote',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      build: {
        target: 'es2022',
        modulePreload: false,
        reportCompressedSize: false,
        rolldownOptions: {
          input: './src/routes.tsx',
          preserveEntrySignatures: 'allow-extension',
          treeshake: { propertyReadSideEffects: false },
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            // every screen needs them: they come with the routes, not as a file for each package
            codeSplitting: {
              groups: [{ name: 'routes', test: /^\0shared:|\/src\/routes\.tsx$/ }],
            },
          },
        },
      },
    }),
    resolveId: (source) => (Object.hasOwn(shared, source) ? SHARE + source : null),
    load(id) {
      // files as few and small as these are fetched without the code that would preload them
      if (id === VITE_PRELOAD) return 'export const __vitePreload = (load) => load()'
      return id.startsWith(SHARE) ? shareCode(id.slice(SHARE.length), names) : null
    },
    generateBundle(_options, bundle) {
      const routes = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry)
      if (!routes) throw new Error('the build has no routes')
      const source =
        `export const shared = ${JSON.stringify(shared)}\n` +
        `export const routes = () => import(${JSON.stringify(`./${routes.fileName}`)})\n`
      this.emitFile({ type: 'asset', fileName: 'remoteEntry.js', source })
    },
  }
}

/**
 * Stands for a shared package: takes from the page what the remote uses of it.
 * @param {string} key
 * @param {ReadonlyMap<string, ReadonlySet<string>>} names
 */
function shareCode(key, names) {
  const lines = [...(names.get(key) ?? [])].map((name) => `export const ${name} = held.${name}`)
  return [
    `const held = globalThis.__HELPDESK_SHARED__[${JSON.stringify(key)}]`,
    ...lines,
    'export default held.default',
  ].join('\n')
}

/**
 * What may be imported of each shared package: all of a published one, of the workspace's libraries what the app and
 * the libraries bundled with it name.
 *
 * @param {readonly string[]} keys
 * @param {string} app
 * @returns {Map<string, Set<string>>}
 */
function exportsOf(keys, app) {
  const require = createRequire(join(app, 'package.json'))
  const used = importedNames([app, ...bundledLibraries(keys, app)].map((folder) => join(folder, 'src')))
  return new Map(
    keys.map((key) => [
      key,
      key.startsWith('@helpdesk/')
        ? (used.get(key) ?? new Set())
        : new Set(Object.keys(require(key)).filter((name) => name !== 'default')),
    ]),
  )
}

/**
 * Workspace packages that an app bundles instead of taking them from the page.
 *
 * @param {readonly string[]} shared
 * @param {string} app
 * @returns {string[]} their folders
 */
function bundledLibraries(shared, app) {
  const { dependencies = {} } = JSON.parse(readFileSync(join(app, 'package.json'), 'utf8'))
  const require = createRequire(join(app, 'package.json'))
  return Object.keys(dependencies)
    .filter((name) => name.startsWith('@helpdesk/') && name !== '@helpdesk/remote-contract')
    .filter((name) => !shared.includes(name))
    .map((name) => dirname(dirname(require.resolve(name))))
}

/**
 * @param {readonly string[]} folders
 * @returns {Map<string, Set<string>>} what the sources in the folders import by name, for each package
 */
function importedNames(folders) {
  /** @type {Map<string, Set<string>>} */
  const used = new Map()
  const statement = /(?:import|export)\s+(?!type\b)(?:[\w$]+\s*,\s*)?\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  )
  for (const file of files) {
    for (const [, list = '', source = ''] of readFileSync(file, 'utf8').matchAll(statement)) {
      const names = list.split(',').map((part) => part.trim().split(/\s+as\s+/)[0] ?? '')
      const values = names.filter((name) => name && !name.startsWith('type '))
      used.set(source, new Set([...(used.get(source) ?? []), ...values]))
    }
  }
  return used
}
