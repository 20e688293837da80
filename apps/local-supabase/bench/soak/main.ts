/**
 * A soak: npm run bench:soak -- [--seconds 600] [--writers 20] [--every 20]
 * Writers comment, reply and mail while a fault happens every 20 seconds: one backend killed, all killed, Node killed, the
 * disk full, the mail server down, all sockets cut. Prints figures, and ends with 1 when something was lost or doubled, an
 * account was stuck for more than 5 s after a fault, or the memory grew.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { soak } from './run'

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '600' },
    writers: { type: 'string', default: '20' },
    every: { type: 'string', default: '20' },
    disk: { type: 'string' },
  },
})
const LONGEST_MS = 5_000

/** Repeats this command on a file system of its own. @returns its exit code; undefined where nothing can be mounted */
function onOwnDisk(folder: string): number | undefined {
  const flags = process.getuid?.() === 0 ? ['-m'] : ['-r', '-m']
  const mount = 'mount -t tmpfs -o size=700m,mode=755 tmpfs "$0"'
  const inside = (command: string, ...args: string[]) =>
    spawnSync('unshare', [...flags, 'sh', '-c', command, folder, ...args], { stdio: 'inherit' })
  if (inside(`${mount} 2>/dev/null`).status !== 0) return undefined
  const script = fileURLToPath(import.meta.url)
  const args = [process.execPath, '--import', 'tsx', script, ...process.argv.slice(2), '--disk', folder]
  return inside(`${mount} && exec "$@"`, ...args).status ?? 1
}

async function run(folder: string, disk: string | undefined): Promise<number> {
  const { output, heaps, ...figures } = await soak({
    dataDir: join(folder, 'data'),
    disk,
    seconds: Number(values.seconds),
    writers: Number(values.writers),
    every: Number(values.every),
  })
  const log = join(tmpdir(), 'helpdesk-soak.log')
  writeFileSync(log, output)
  console.log(
    JSON.stringify({ ...figures, heaps: heaps.map(({ mb, start }) => `${start}: ${mb} MB`), log }, null, 2),
  )
  const { comments, mailsIn, mailsOut, longestMs } = figures
  // The first figure of a start is from before its caches are filled.
  const grown = [...new Set(heaps.map(({ start }) => start))].some((start) => {
    const [, first, ...later] = heaps.filter((heap) => heap.start === start).map(({ mb }) => mb)
    return first !== undefined && later.some((mb) => mb > 1.1 * first + 5)
  })
  const afterFaults = Object.entries(longestMs).filter(([fault]) => fault !== 'none')
  const checks = {
    'nothing is lost': comments.lost + mailsIn.lost + mailsOut.lost + mailsOut.unsent === 0,
    'nothing is doubled': comments.doubled + mailsIn.doubled + mailsOut.doubled === 0,
    'no account is stuck for more than 5 s': afterFaults.every(([, ms]) => ms <= LONGEST_MS),
    'the memory is flat': !grown,
    ...(disk ? {} : { 'the disk was filled (needs mount)': false }),
  }
  for (const [what, holds] of Object.entries(checks)) console.log(`${holds ? 'ok    ' : 'FAILED'} ${what}`)
  return Object.values(checks).every(Boolean) ? 0 : 1
}

if (values.disk) process.exitCode = await run(values.disk, values.disk)
else {
  const folder = mkdtempSync(join(tmpdir(), 'helpdesk-soak-'))
  try {
    process.exitCode = onOwnDisk(folder) ?? (await run(folder, undefined))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
