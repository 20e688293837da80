import { folderTarget } from './folder-target'
import { s3Target } from './s3-target'
import type { Target } from './target'

/**
 * Opens `s3://bucket/prefix` or a folder.
 * @param cwd - resolves a relative folder
 * @throws ReleaseError when the credentials for S3 are missing
 */
export function openTarget(to: string, env: NodeJS.ProcessEnv, cwd: string): Target {
  return to.startsWith('s3:') ? s3Target(to, env) : folderTarget(to, cwd)
}
