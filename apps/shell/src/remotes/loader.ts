import {
  CONTRACT_VERSION,
  isRemoteModule,
  type RemoteModule,
  type RemoteName,
} from '@helpdesk/remote-contract'
import { isShellChunk, RemoteError } from './errors'

/** Fetches a remote's exposed module; `fresh` bypasses all caches. */
export type FetchRemote = (name: RemoteName, options: { fresh: boolean }) => Promise<unknown>

interface RemoteLoader {
  /** Loads a remote once for all callers; a failure is kept until `retry`. */
  load(name: RemoteName): Promise<RemoteModule>
  /** Loads a remote again, bypassing all caches. */
  retry(name: RemoteName): Promise<RemoteModule>
}

const TIMEOUT_MS = 10_000

/**
 * Loads remotes and rejects those that hang, fail or were built for another contract version, with a
 * {@link RemoteError}.
 */
export function createRemoteLoader(fetchRemote: FetchRemote, timeoutMs = TIMEOUT_MS): RemoteLoader {
  const attempts = new Map<RemoteName, Promise<RemoteModule>>()

  function attempt(name: RemoteName, fresh: boolean): Promise<RemoteModule> {
    const started = withTimeout(name, fetchRemote(name, { fresh }), timeoutMs).then((module) =>
      validate(name, module),
    )
    attempts.set(name, started)
    // callers handle the rejection; the stored promise must not count as unhandled
    started.catch(() => undefined)
    return started
  }

  return {
    load: (name) => attempts.get(name) ?? attempt(name, false),
    retry: (name) => attempt(name, true),
  }
}

/** @throws RemoteError unless it is a remote module of this contract version */
function validate(name: RemoteName, module: unknown): RemoteModule {
  if (!isRemoteModule(module)) {
    throw new RemoteError(name, 'remote-older', `${name} does not export a remote module`)
  }
  if (module.contractVersion !== CONTRACT_VERSION) {
    throw new RemoteError(
      name,
      module.contractVersion > CONTRACT_VERSION ? 'portal-older' : 'remote-older',
      `${name} was built for contract version ${module.contractVersion}, the shell expects ${CONTRACT_VERSION}`,
    )
  }
  return module
}

function withTimeout(name: RemoteName, work: Promise<unknown>, ms: number): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new RemoteError(name, 'timeout', `${name} did not answer within ${ms / 1000} seconds`)),
      ms,
    )
    work
      .then(resolve, (cause: unknown) => {
        if (cause instanceof RemoteError) return reject(cause)
        const reason = isShellChunk(cause, location.origin) ? 'outdated' : 'unreachable'
        reject(new RemoteError(name, reason, `${name} could not be loaded`, { cause }))
      })
      .finally(() => clearTimeout(timer))
  })
}
