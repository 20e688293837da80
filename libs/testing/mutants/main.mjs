// usage: npm run test:mutants -- [code|sql] [--seed <text>] [--files <n per package>] [--quick] [--static]
//   [--count <n of sql>] [--only <part of a path or name>]
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { tryCodeMutants } from './code.mjs'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: '2' },
    quick: { type: 'boolean', default: false },
    static: { type: 'boolean', default: false },
    count: { type: 'string', default: '1000' },
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
    isQuick: values.quick,
    withStatic: values.static,
  })
  const total = killed + survivors.length
  console.log(`code: ${killed}/${total} killed; survivors: ${survivors.join('; ') || 'none'}`)
  return total > 0 && killed / total >= KILLED_AT_LEAST
}

async function mutateSql() {
  const options = ['seed', 'count', 'only'].map((name) => `--${name}=${values[name]}`)
  const main = ['--import', 'tsx', 'supabase/mutants/main.ts', ...options]
  const child = spawn(process.execPath, main, { cwd: root, stdio: 'inherit' })
  const passOn = (signal) => child.kill(signal)
  process.on('SIGINT', passOn).on('SIGTERM', passOn)
  const [code] = await once(child, 'exit')
  process.off('SIGINT', passOn).off('SIGTERM', passOn)
  return code === 0
}

// One after the other: each part keeps a core busy.
const isCodeEnough = !isWanted('code') || (await mutateCode())
const isSqlEnough = !isWanted('sql') || (await mutateSql())
process.exit(isCodeEnough && isSqlEnough ? 0 : 1)
