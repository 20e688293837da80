import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { fingerprint, root } from './fingerprint'

const run = promisify(execFile)
const script = join(root, 'libs/testing/src/build-backend.ts')
const cache = join(root, 'node_modules/.cache/helpdesk/backends')
/** Files and folders that a bundle is made of. */
export const sources = [
  'apps/local-supabase/src',
  'libs/remote-contract/build',
  'libs/remote-contract/hosting',
  'package-lock.json',
  'libs/testing/src/build-backend.ts',
]

/** The folder of the bundle of the present sources, which it creates if it is missing. */
async function bundleFolder(): Promise<string> {
  const name = fingerprint(sources, root)
  const folder = join(cache, name)
  if (existsSync(folder)) return folder
  await mkdir(cache, { recursive: true })
  const draft = await mkdtemp(join(cache, 'draft-'))
  try {
    await run(process.execPath, ['--import', 'tsx', script, draft], { cwd: root })
    // Another process may have created it meanwhile.
    await rename(draft, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error
    })
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  for (const old of await readdir(cache))
    if (old !== name && !old.startsWith('draft-'))
      await rm(join(cache, old), { recursive: true, force: true })
  return folder
}

/**
 * Arguments of Node that start the backend, or the database of a hosted project, from a bundle of the present sources and
 * their packages: loading hundreds of modules takes most of a start's CPU time.
 */
export async function backendArgs(entry: 'main' | 'hosted'): Promise<string[]> {
  const folder = await bundleFolder()
  return ['--import', pathToFileURL(join(folder, 'notice.mjs')).href, join(folder, `${entry}.mjs`)]
}
