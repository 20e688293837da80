import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import type { Mutant } from './catalogue'

const folder = fileURLToPath(new URL('..', import.meta.url))
const vitest = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url))
/** Files that are tried first for a mutant without a list of its own. */
const FILES_EACH = 4

const testFiles = readdirSync(join(folder, 'tests'), { recursive: true })
  .map((name) => join('tests', String(name)))
  .filter((path) => path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))

function mentioning(about: string): string[] {
  const mentions = new RegExp(`\\b${about}\\b`, 'g')
  return testFiles
    .map(({ path, text }) => ({ path, count: text.match(mentions)?.length ?? 0 }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count)
    .map(({ path }) => path)
}

/** Those that are named, else those that mention the changed table most often. */
export function filesFor({ tests, about }: Mutant): string[] {
  if (tests.length === 0) return mentioning(about).slice(0, FILES_EACH)
  return tests.flatMap((word) => {
    const found = testFiles.map(({ path }) => path).filter((path) => path.includes(word))
    if (found.length === 0)
      throw new Error(`supabase/mutants/functions: no test file has "${word}" in its path`)
    return found
  })
}

/** For a mutant that survives those: the others that mention the table, and those that try every right. */
export function moreFilesFor(mutant: Mutant): string[] {
  if (mutant.tests.length > 0) return []
  const matrix = testFiles.map(({ path }) => path).filter((path) => /attacks.(matrix|properties)/.test(path))
  const tried = new Set(filesFor(mutant))
  return [...new Set([...mentioning(mutant.about), ...matrix])].filter((path) => !tried.has(path))
}

const reportSchema = z.object({ testResults: z.array(z.object({ name: z.string(), status: z.string() })) })
let running: ChildProcess | undefined

/** Ends the tests that run now. */
export function stopTests(): void {
  running?.kill('SIGTERM')
}

/** Runs those files in one process. @returns the files that fail; with `bail` the run ends at the first */
export async function failingFiles(files: string[], place: string, bail: boolean): Promise<string[]> {
  if (files.length === 0) return []
  const results = mkdtempSync(join(tmpdir(), 'helpdesk-mutants-'))
  const report = join(results, 'report.json')
  try {
    const options = [
      '--config',
      'mutants/vitest.config.ts',
      `--outputFile=${report}`,
      `--bail=${bail ? 1 : 0}`,
    ]
    running = spawn(process.execPath, [vitest, 'run', ...options, ...files], {
      cwd: folder,
      env: { ...process.env, MUTANT_PLACE: place },
      stdio: 'ignore',
    })
    await once(running, 'close')
    const { testResults } = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')))
    return testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative(folder, name))
  } finally {
    running = undefined
    rmSync(results, { recursive: true, force: true })
  }
}
