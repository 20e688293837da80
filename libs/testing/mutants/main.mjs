// usage: npm run test:mutants -- [code|sql] [--seed <text>] [--files <n per package>] [--count <n of sql>] [--only <part>]
import { spawnSync } from 'node:child_process'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { tryCodeMutants } from './code.mjs'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: '2' },
    count: { type: 'string', default: '20' },
    only: { type: 'string', default: '' },
  },
})
const KILLED_AT_LEAST = 0.9
const root = fileURLToPath(new URL('../../..', import.meta.url))
const isWanted = (kind) => positionals.length === 0 || positionals.includes(kind)

async function mutateCode() {
  const { killed, survivors } = await tryCodeMutants({
    seed: values.seed,
    count: Number(values.files),
    only: values.only,
  })
  const total = killed + survivors.length
  for (const line of survivors) console.log(`  survived: ${line}`)
  console.log(`code: ${killed} of ${total} mutants killed (${Math.round((100 * killed) / total)} %)`)
  return total > 0 && killed / total >= KILLED_AT_LEAST
}

function mutateSql() {
  const options = ['seed', 'count', 'only'].map((name) => `--${name}=${values[name]}`)
  const main = ['--import', 'tsx', 'supabase/mutants/main.ts', ...options]
  return spawnSync(process.execPath, main, { cwd: root, stdio: 'inherit' }).status === 0
}

const isCodeEnough = !isWanted('code') || (await mutateCode())
const isSqlEnough = !isWanted('sql') || mutateSql()
process.exit(isCodeEnough && isSqlEnough ? 0 : 1)
