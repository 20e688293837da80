import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, resolve } from 'node:path'
import type { Plugin } from 'vite'

const LIBRARIES = ['@helpdesk/ui', '@helpdesk/auth', '@helpdesk/supabase']
const importOf = /import\s+\{([^}]*)\}\s+from\s+'(@helpdesk\/(?:ui|auth|supabase))'/g
const exportOf = /export\s+(?:\{([^}]*)\}|\*)\s+from\s+'([^']+)'/g

/**
 * Lets each import of a workspace library name the file that it comes from. The libraries are also shared with the
 * remotes as a whole; if the login page imported through their index, the bundler would give it the whole as well.
 * The modules stay the same ones either way.
 */
export function directImportsPlugin(): Plugin {
  const tables = new Map(LIBRARIES.map((name) => [name, exportTable(name)]))
  return {
    name: 'helpdesk-direct-imports',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('/node_modules/') || !/\.tsx?$/.test(id) || !code.includes("from '@helpdesk/"))
        return null
      return code.replace(importOf, (whole: string, names: string, library: string) => {
        const table = tables.get(library)
        return table ? direct(names, library, table) : whole
      })
    },
  }
}

/** One import for each file that the names come from; types vanish anyway. */
function direct(names: string, library: string, table: ReadonlyMap<string, string>): string {
  const wanted = names.split(',').map((name) => name.trim())
  return wanted
    .filter((name) => name && !name.startsWith('type '))
    .map((name) => `import { ${name} } from '${table.get(name.split(/\s+as\s+/)[0] ?? '') ?? library}'`)
    .join('; ')
}

/** Which file each name of a library's index comes from. */
function exportTable(library: string): Map<string, string> {
  const index = createRequire(import.meta.url).resolve(library)
  const table = new Map<string, string>()
  for (const [, names, from = ''] of readFileSync(index, 'utf8').matchAll(exportOf)) {
    const file = ['.ts', '.tsx']
      .map((end) => resolve(dirname(index), from + end))
      .find((path) => existsSync(path))
    if (!file) continue
    for (const name of names ? names.split(',') : exportedNames(file)) {
      const [original = '', alias] = name.trim().split(/\s+as\s+/)
      // a renamed export keeps going through the index
      if (original && !alias && !original.startsWith('type ')) table.set(original, file)
    }
  }
  return table
}

const exportedNames = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/export (?:const|function|class) (\w+)/g)].map(
    ([, name = '']) => name,
  )
