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
const MUTATED = /\/src\/(?:.*\/)?(model|api|errors)\/[^/]*\.ts$/
const KILLED = ['Killed', 'Timeout']
const ALIVE = ['Survived', 'NoCoverage']

const listFiles = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`.replaceAll('\\', '/'))
    : []

/** Source files to mutate, by package. */
function mutatedFiles() {
  const packages = ['libs', 'apps'].flatMap((group) =>
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

/** @param tests - `quick`: those that render nothing; `all`: those of components too */
async function mutate(folder, mutated, tests, withStatic) {
  process.chdir(folder)
  process.env.MUTANT_TESTS = tests
  const stryker = new Stryker({
    mutate: mutated,
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    vitest: { configFile: config },
    reporters: [],
    logLevel: 'error',
    concurrency: 1,
    coverageAnalysis: 'perTest',
    ignoreStatic: !withStatic,
    ignorePatterns: ['dist', 'test-results'],
    cleanTempDir: 'always',
    allowEmpty: true,
    // A busy machine is no reason to count a mutant as killed.
    timeoutMS: 30_000,
  })
  return stryker.runMutationTest()
}

const split = (list, isFirst) => [list.filter(isFirst), list.filter((item) => !isFirst(item))]
const position = ({ line, column }) => `${line}:${column}`
/** As StrykerJS takes it: its results count columns from 1, its ranges from 0. */
const range = ({ fileName, location }) => {
  const from0 = ({ line, column }) => position({ line, column: column - 1 })
  return `${relative(process.cwd(), fileName)}:${from0(location.start)}-${from0(location.end)}`
}
const identity = ({ fileName, location, replacement }) =>
  `${fileName} ${position(location.start)} ${position(location.end)} ${replacement}`
const describe = ({ fileName, location, mutatorName, replacement = '', status }) =>
  `${relative(root, fileName)}:${location.start.line} ${mutatorName} → ${replacement.replaceAll(/\s+/g, ' ').slice(0, 80)}${status === 'NoCoverage' ? ' (no test)' : ''}`

const isKilled = ({ status }) => KILLED.includes(status)
const isAlive = ({ status }) => ALIVE.includes(status)

async function mutateAgain(folder, mutants, tests, withStatic) {
  if (mutants.length === 0) return []
  const wanted = new Set(mutants.map(identity))
  const all = await mutate(folder, mutants.map(range), tests, withStatic)
  const found = all.filter((mutant) => wanted.delete(identity(mutant)))
  if (wanted.size > 0) throw new Error(`StrykerJS did not find again: ${[...wanted].join('; ')}`)
  return found
}

/**
 * Mutants that survive the quick tests are tried again. Those of code that runs on import, and in a test too, are
 * active from the import on then: before, the modules were loaded without them. What is left meets the tests of
 * components, which take a minute to start.
 */
async function tryPackage(folder, files, { isQuick, withStatic }) {
  const first = await mutate(folder, files, 'quick', withStatic)
  const [onImport, atRunTime] = split(first.filter(isAlive), (mutant) => mutant.static && !withStatic)
  const second = await mutateAgain(folder, onImport, 'quick', true)
  const alive = [...atRunTime, ...second.filter(isAlive)]
  const killed = [...first, ...second].filter(isKilled).length
  if (isQuick) return { killed, alive }
  const third = await mutateAgain(folder, alive, 'all', withStatic)
  return { killed: killed + third.filter(isKilled).length, alive: third.filter(isAlive) }
}

/**
 * Tries the mutants of some files of each package.
 * @param {{ seed: string, count: number, only: string, isQuick: boolean, withStatic: boolean }} options - `count` files
 *   of each package; `only` is part of their paths; `isQuick` leaves out the tests of components; `withStatic` adds
 *   mutants of code that runs on import, each of which costs a run of all tests
 * @returns {Promise<{ killed: number, survivors: string[] }>}
 */
export async function tryCodeMutants({ seed, count, only, ...how }) {
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
    const found = await tryPackage(folder, chosen, how)
    for (const mutant of found.alive) console.log(`  survived: ${describe(mutant)}`)
    console.log(`${place}: ${found.killed}/${found.killed + found.alive.length} killed`)
    killed += found.killed
    survivors.push(...found.alive.map(describe))
  }
  process.chdir(root)
  return { killed, survivors }
}
