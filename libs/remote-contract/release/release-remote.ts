import type { Command } from './args'
import { listFiles, readManifest } from './build-files'
import { canary, publish } from './changes'
import { build, checkBudgets, distOf } from './project-build'
import type { Target } from './target'
import { updatePortal, type UpdateOptions } from './update-portal'
import { uploadImmutable } from './upload'

type Release = Extract<Command, { kind: 'release' }>

/** Builds, checks and uploads a remote, then lists it in `portal.json`. Returns what was done. */
export async function releaseRemote(
  command: Release,
  target: Target,
  options: UpdateOptions,
): Promise<string> {
  const { name } = command
  if (command.dist === null) {
    await build([name, 'shell'])
    await checkBudgets(name)
  }
  return releaseBuild(command, command.dist ?? distOf(name), target, options)
}

/** Uploads a finished build and lists it. */
export async function releaseBuild(
  { name, base, canary: percent, ahead }: Pick<Release, 'name' | 'base' | 'canary' | 'ahead'>,
  dist: string,
  target: Target,
  options: UpdateOptions,
): Promise<string> {
  const manifest = await readManifest(name, dist)
  const prefix = `remotes/${name}/${manifest.version}/`
  const release = { ...manifest, base: `${base}${prefix}` }
  const files = await listFiles(dist)
  const written = await uploadImmutable(target, dist, prefix, files)
  const change = percent === null ? publish(release, ahead) : canary(release, percent)
  const message = await updatePortal(target, change, options)
  return `${message} ${written} of ${files.length} files uploaded.`
}
