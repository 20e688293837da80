import { cpSync, mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const generated = new Set(['node_modules', 'dist', 'test-results', '.nx', '.data', '.git'])

/**
 * Copies the sources to a temporary folder that links the packages of this checkout, so that tests may edit files.
 * @returns the folder and a function that removes it
 */
export function copyCheckout(): { folder: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'helpdesk-checkout-'))
  // With timestamps: a lockfile newer than the packages would trigger an installation.
  const options = { recursive: true, preserveTimestamps: true }
  for (const name of readdirSync(root))
    if (!generated.has(name))
      cpSync(join(root, name), join(folder, name), {
        ...options,
        filter: (path) => !generated.has(basename(path)),
      })
  linkPackages(root, folder)
  for (const group of ['apps', 'libs'])
    for (const name of readdirSync(join(root, group)))
      linkPackages(join(root, group, name), join(folder, group, name))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Links each package. The links of workspace packages are relative, so they are copied and lead to the copy. */
function linkPackages(from: string, to: string): void {
  const [source, target] = [join(from, 'node_modules'), join(to, 'node_modules')]
  const names = entries(source).filter((name) => !name.startsWith('.vite') && name !== '.cache')
  if (names.length > 0) mkdirSync(target)
  for (const name of names) {
    if (name !== '@helpdesk') symlinkSync(join(source, name), join(target, name))
    else {
      mkdirSync(join(target, name))
      for (const local of readdirSync(join(source, name)))
        symlinkSync(readlinkSync(join(source, name, local)), join(target, name, local))
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
