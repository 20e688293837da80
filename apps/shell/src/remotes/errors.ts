import type { RemoteName } from '@helpdesk/remote-contract'
import { isMissingChunk } from '../app/missing-chunk'

/**
 * Why a remote could not be loaded. `portal-older`, `remote-older`: one side was built for an earlier version of the
 * contract or of a shared library; a retry cannot help. `outdated`: a file of the shell is missing; only a reload can
 * help. `disabled`: switched off in `/portal.json`. `timeout`: it is still loading.
 */
export type RemoteFailure =
  'timeout' | 'unreachable' | 'portal-older' | 'remote-older' | 'outdated' | 'disabled'

/** Whether a failed import names a file of the shell's own build. */
export function isShellChunk(error: unknown, origin: string): boolean {
  return error instanceof Error && isMissingChunk(error) && error.message.includes(`${origin}/assets/`)
}

/** A remote that could not be loaded. */
export class RemoteError extends Error {
  /** After a timeout: the load, which goes on. */
  readonly late?: Promise<unknown>

  constructor(
    readonly remote: RemoteName,
    readonly reason: RemoteFailure,
    message: string,
    options?: ErrorOptions & { late?: Promise<unknown> },
  ) {
    super(message, options)
    this.name = 'RemoteError'
    this.late = options?.late
  }
}
