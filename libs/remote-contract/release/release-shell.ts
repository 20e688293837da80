import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Command } from './args'
import { listFiles, readShellManifest } from './build-files'
import { offer } from './changes'
import { headersOf } from './file-headers'
import { firstPortalFile, PORTAL_KEY, readPortalFile } from './portal-file'
import { build, checkBudgets, distOf } from './project-build'
import { ReleaseError } from './release-error'
import type { Target } from './target'
import { updatePortal, type UpdateOptions } from './update-portal'
import { uploadImmutable } from './upload'

/** Files whose name contains a hash of their content. */
const HASHED = /^assets\/.*-[\w-]{8}\.\w+(\.br|\.gz)?$/
const PAGE = /^index\.html(\.br|\.gz)?$/

/** Builds, checks and uploads the shell, its page last, then lists what it offers to remotes. */
export async function releaseShell(
  command: Extract<Command, { kind: 'release' }>,
  target: Target,
  options: UpdateOptions,
): Promise<string> {
  if (command.dist === null) {
    await build(['shell'])
    await checkBudgets('shell')
  }
  return releaseShellBuild(command.dist ?? distOf('shell'), target, options)
}

/** Uploads a finished build of the shell. Earlier hashed files stay: open tabs still load them. */
export async function releaseShellBuild(
  dist: string,
  target: Target,
  options: UpdateOptions,
): Promise<string> {
  const change = offer(await readShellManifest(dist))
  // before the page is replaced; the update checks again
  const stored = await target.read(PORTAL_KEY)
  change(stored ? readPortalFile(stored.body) : firstPortalFile(options.env))

  const files = await listFiles(dist)
  const written = await uploadImmutable(
    target,
    dist,
    '',
    files.filter((file) => HASHED.test(file)),
  )
  const others = files.filter((file) => !HASHED.test(file))
  for (const file of [
    ...others.filter((name) => !PAGE.test(name)),
    ...others.filter((name) => PAGE.test(name)),
  ])
    await overwrite(target, file, await readFile(join(dist, file)))
  const message = await updatePortal(target, change, options)
  return `${message} ${written + others.length} of ${files.length} files uploaded.`
}

async function overwrite(target: Target, key: string, body: Buffer): Promise<void> {
  const headers = headersOf(key, false)
  const stored = await target.read(key)
  const isWritten = stored
    ? await target.replace(key, body, headers, stored.tag)
    : await target.create(key, body, headers)
  if (!isWritten)
    throw new ReleaseError(`${key} was replaced at the same time: another release of the shell?`)
}
