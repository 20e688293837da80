import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { generateFiles, readJson } from '@nx/devkit'
import { remoteNames } from '../build/remotes.mjs'

const templates = fileURLToPath(new URL('files', import.meta.url))
/** Their versions are those of an existing remote. */
const PACKAGES = ['react', 'react-dom']

/**
 * Creates a remote: one screen, its test, configuration and README. Nothing else names it, because builds, lint, tests and
 * budgets find remotes by their folder.
 *
 * @param {import('@nx/devkit').Tree} tree
 * @param {{ name: string, roles: string, install?: boolean }} options
 */
export default function remote(tree, { name, roles: list, install = true }) {
  const folder = `apps/${name}`
  if (tree.exists(folder)) throw new Error(`${folder} exists already`)
  const roles = [...new Set(list.split(','))]
  const words = name.split('-').map((word) => word[0].toUpperCase() + word.slice(1))
  const existing = readJson(tree, `apps/${remoteNames(`${tree.root}/apps`)[0]}/package.json`)
  generateFiles(tree, templates, folder, {
    name,
    roles,
    title: words.join(' '),
    component: words.join(''),
    // Customers' code must not import what only staff may see.
    scope: roles.includes('customer') ? 'tickets' : 'staff',
    packages: PACKAGES.map((key) => `"${key}": "${existing.dependencies[key]}",`).join('\n    '),
    federation: existing.devDependencies['@module-federation/runtime'],
    tmpl: '',
  })
  return () => {
    // Of npm's shell script on Windows, Node runs none without a shell.
    if (install)
      execFileSync('npm install --no-audit --no-fund', { cwd: tree.root, shell: true, stdio: 'inherit' })
  }
}
