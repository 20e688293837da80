import type { RemoteName } from '@helpdesk/remote-contract'
import { isMissingChunk } from '../app/outdated'

/**
 * Why a remote could not be used. `contract`: built for another shell; no retry helps before a new release.
 * `outdated`: a part of the shell itself did not arrive, so that only a reload can help.
 */
export type RemoteFailure = 'timeout' | 'unreachable' | 'contract' | 'outdated'

/** Whether a failure names a file of the shell's own build, as the browsers that name one do. */
export function isOwnChunk(error: unknown, origin: string): boolean {
  return error instanceof Error && isMissingChunk(error) && error.message.includes(`${origin}/assets/`)
}

/** A remote that could not be loaded. */
export class RemoteError extends Error {
  constructor(
    readonly remote: RemoteName,
    readonly reason: RemoteFailure,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'RemoteError'
  }
}
