import { execFileSync } from 'node:child_process'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const options: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  allowImportingTsExtensions: true,
}
const cache = ts.createModuleResolutionCache(root, (path) => path, options)

/** The files of this repository that a file imports, types and dynamic imports included. */
function importsOf(file: string): string[] {
  return ts
    .preProcessFile(ts.sys.readFile(file) ?? '', true, true)
    .importedFiles.map(({ fileName }) => ts.resolveModuleName(fileName, file, options, ts.sys, cache))
    .flatMap(({ resolvedModule }) => resolvedModule?.resolvedFileName ?? [])
    .filter((path) => path.startsWith(root) && !path.includes('/node_modules/'))
}

/** Import cycles, each as the list of its files. */
function findCycles(files: readonly string[], imports: (file: string) => readonly string[]): string[][] {
  const found: string[][] = []
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    const start = path.indexOf(file)
    if (start >= 0) return void found.push([...path.slice(start), file])
    if (done.has(file)) return
    for (const next of imports(file)) visit(next, [...path, file])
    done.add(file)
  }
  for (const file of files) visit(file, [])
  return found
}

describe('import cycles', () => {
  it('are found in a graph with a cycle', () => {
    const graph: Record<string, string[]> = { a: ['b', 'c'], b: ['c'], c: ['d'], d: ['b'] }
    expect(findCycles(Object.keys(graph), (file) => graph[file] ?? [])).toEqual([['b', 'c', 'd', 'b']])
  })

  it('do not exist in this repository, type imports included', () => {
    const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter(Boolean)
      .map((file) => join(root, file))
    expect(files.length).toBeGreaterThan(500)
    // positive control: imports through a package's exports are followed
    expect(importsOf(join(root, 'apps/customer-portal/src/routes.tsx')).map(dirname)).toContain(
      join(root, 'libs/auth/src'),
    )
    expect(findCycles(files, importsOf).map((path) => path.map((file) => relative(root, file)))).toEqual([])
  }, 60_000)
})
