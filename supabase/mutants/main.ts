// Changes one policy, trigger or function of a migrated database at a time, and runs the tests that should notice.
// usage: npm run test:mutants -- sql [--seed <text>] [--count <n>] [--only <part of a name>]
import { createHash } from 'node:crypto'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { sql, startStack } from '@helpdesk/testing/stack'
import { allMutants, type Mutant } from './catalogue'
import { equivalents } from './equivalents'
import { resetter } from './reset'
import { failingFiles, filesFor, moreFilesFor, stopTests } from './run-tests'

const { values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '1000' },
    only: { type: 'string', default: '' },
  },
})
const KILLED_AT_LEAST = 0.9

const rank = ({ name }: Mutant) => createHash('sha256').update(`${values.seed} ${name}`).digest('hex')
const limits = 'address_mails=5000,network_mails=5000,stranger_mails=5000,email_sent=5000'
const stack = await startStack({ env: { HELPDESK_RATE_LIMITS: limits } })
const db = sql(stack)
const place = JSON.stringify(stack)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    stopTests()
    void stack.stop().finally(() => process.exit(1))
  })

const reset = await resetter(db)

/** @returns the file that fails with the mutant */
async function killer(mutant: Mutant): Promise<string | undefined> {
  if (!mutant.apply) return undefined
  await db.unsafe(mutant.apply)
  try {
    const [first] = await failingFiles(filesFor(mutant), place, true)
    return first ?? (await failingFiles(moreFilesFor(mutant), place, true))[0]
  } finally {
    await db.unsafe(mutant.revert)
    await reset()
  }
}

const killers = new Map<string, string>()
const survivors: string[] = []
try {
  const chosen = (await allMutants(db))
    .filter(({ name }) => name.includes(values.only) && !equivalents.has(name))
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .slice(0, Number(values.count))
  for (const mutant of chosen) {
    const file = await killer(mutant)
    if (file) killers.set(mutant.name, file)
    else survivors.push(mutant.name)
    console.log(`  ${file ? 'killed' : 'survived'}: ${mutant.name}${file ? ` (${file})` : ''}`)
  }
  // One backend serves all mutants: what fails now without any may have failed for what an earlier mutant left behind.
  const doubtful = new Set(await failingFiles([...new Set(killers.values())], place, false))
  for (const [name, file] of killers)
    if (doubtful.has(file)) {
      killers.delete(name)
      survivors.push(`${name} (only ${file} failed, which also fails without it)`)
    }
} finally {
  await db.end()
  await stack.stop()
}
const total = killers.size + survivors.length
console.log(`sql: ${killers.size}/${total} killed; survivors: ${survivors.join('; ') || 'none'}`)
process.exitCode = total > 0 && killers.size / total >= KILLED_AT_LEAST ? 0 : 1
