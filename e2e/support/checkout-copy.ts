import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const made = new Set(['node_modules', 'dist', 'test-results', '.nx', '.data', '.git'])

/**
 * The sources as they are now, in a folder of their own with the packages of this checkout: what a test edits there,
 * it cannot leave behind.
 * @returns the folder, and what removes it
 */
export function copyCheckout(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'helpdesk-checkout-'))
  // times too: a lockfile newer than the packages would start an installation
  const options = { recursive: true, preserveTimestamps: true }
  for (const name of readdirSync(root))
    if (!made.has(name))
      cpSync(join(root, name), join(folder, name), {
        ...options,
        filter: (path) => !made.has(basename(path)),
      })
  linkPackages(root, folder)
  for (const group of ['apps', 'libs'])
    for (const name of readdirSync(join(root, group)))
      linkPackages(join(root, group, name), join(folder, group, name))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Links each package, except those of the workspace, whose links lead to the copy as theirs led to the original. */
function linkPackages(from: string, to: string): void {
  const [source, target] = [join(from, 'node_modules'), join(to, 'node_modules')]
  const names = entries(source).filter((name) => !name.startsWith('.vite') && name !== '.cache')
  if (names.length > 0) mkdirSync(target)
  for (const name of names) {
    if (name !== '@helpdesk') symlinkSync(join(source, name), join(target, name))
    else {
      mkdirSync(join(target, name))
      for (const own of readdirSync(join(source, name)))
        symlinkSync(readlinkSync(join(source, name, own)), join(target, name, own))
    }
  }
}

const entries = (folder: string): string[] => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
