// Mutates the rules and the API calls of the packages with StrykerJS, and runs each package's own unit tests.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { Stryker } from '@stryker-mutator/core'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const config = fileURLToPath(new URL('vitest.config.ts', import.meta.url))
/** Folders whose files are mutated, wherever they are below `src`. */
const MUTATED = /\/src\/(?:.*\/)?(model|api|data-access)\/[^/]*\.ts$/

const listFiles = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`.replaceAll('\\', '/'))
    : []

/** Source files to mutate, by package. */
function mutatedFiles() {
  const packages = ['apps', 'libs'].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name)),
  )
  return packages
    .map((folder) => ({
      folder,
      files: listFiles(join(folder, 'src'))
        .filter((path) => MUTATED.test(path) && !/\.(test|d)\.ts$/.test(path))
        .map((path) => relative(folder, path)),
    }))
    .filter(({ files }) => files.length > 0)
}

/** The same files for the same seed; another seed, other files. */
function sample(files, seed, count) {
  const rank = (file) => createHash('sha256').update(`${seed} ${file}`).digest('hex')
  return [...files].sort((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, count)
}

async function mutate(folder, files) {
  process.chdir(folder)
  const stryker = new Stryker({
    mutate: files,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: config },
    reporters: [],
    logLevel: 'warn',
    concurrency: 2,
    coverageAnalysis: 'perTest',
    ignorePatterns: ['dist', 'test-results'],
    cleanTempDir: 'always',
    allowEmpty: true,
    // A busy machine is no reason to count a mutant as killed.
    timeoutMS: 30_000,
  })
  return stryker.runMutationTest()
}

/**
 * Tries the mutants of some files of each package.
 * @param {{ seed: string, count: number, only: string }} options - `count` files of each package; `only` is part of
 *   their paths
 * @returns {Promise<{ killed: number, survivors: string[] }>}
 */
export async function tryCodeMutants({ seed, count, only }) {
  let killed = 0
  const survivors = []
  for (const { folder, files } of mutatedFiles()) {
    const place = relative(root, folder)
    const chosen = sample(
      files.filter((file) => join(place, file).includes(only)),
      seed,
      count,
    )
    if (chosen.length === 0) continue
    console.log(`${place}: ${chosen.join(', ')}`)
    for (const mutant of await mutate(folder, chosen)) {
      if (mutant.status === 'Killed' || mutant.status === 'Timeout') killed += 1
      else if (mutant.status === 'Survived' || mutant.status === 'NoCoverage')
        survivors.push(
          `${relative(root, mutant.fileName)}:${mutant.location.start.line} ${mutant.mutatorName} → ${mutant.replacement?.replaceAll(/\s+/g, ' ').slice(0, 80)}${mutant.status === 'NoCoverage' ? ' (no test)' : ''}`,
        )
    }
  }
  process.chdir(root)
  return { killed, survivors }
}
