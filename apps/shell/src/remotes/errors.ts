import type { RemoteName } from '@helpdesk/remote-contract'

/** Why a remote could not be used. `contract`: built for another shell; no retry helps before a new release. */
export type RemoteFailure = 'timeout' | 'unreachable' | 'contract'

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
