import { spawnSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { env, exitWithError, nodeBin, root } from './lib.mjs'

const benches = {
  search: 'apps/local-supabase/bench/search/main.ts',
  live: 'libs/testing/bench/live.ts',
  load: 'apps/local-supabase/bench/main.ts',
}

/** Runs a script of Node with its arguments, and ends with its exit code when that is not 0. */
function runOrExit(script, args) {
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], {
    cwd: root,
    env,
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
}
const tsx = relative(root, nodeBin('tsx'))
const runBench = (name, args) => runOrExit(tsx, [benches[name], ...args])

// npm keeps a second `--`.
const [name, ...args] = process.argv.slice(2).filter((word) => word !== '--')
if (name === undefined) {
  runOrExit(relative(root, nodeBin('nx')), ['run-many', '-t', 'build'])
  runOrExit('apps/shell/scripts/bytes.mjs', [])
  runBench('live', [])
  runBench('load', [])
} else if (name in benches) {
  runBench(name, args)
} else {
  exitWithError(`There is no bench "${name}".`, `Name one of these: ${Object.keys(benches).join(', ')}`)
}
