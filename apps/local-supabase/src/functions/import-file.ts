import { pathToFileURL } from 'node:url'

let prepare: (() => Promise<unknown>) | undefined
let prepared: Promise<unknown> | undefined

/** For a process that cannot load TypeScript yet. @param load - runs once, before the first import */
export function prepareImports(load: () => Promise<unknown>): void {
  prepare = load
}

/** The module of a source file. */
export async function importFile(file: string): Promise<unknown> {
  await (prepared ??= prepare?.())
  return import(pathToFileURL(file).href)
}
