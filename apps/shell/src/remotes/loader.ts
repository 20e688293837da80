import {
  CONTRACT_VERSION,
  isRemoteModule,
  type RemoteModule,
  type RemoteName,
} from '@helpdesk/remote-contract'
import { isShellChunk, RemoteError } from './errors'
import * as texts from './texts'
import { withinLimit } from './within-limit'

/** Fetches a remote's exposed module; `fresh` bypasses all caches. */
export type FetchRemote = (name: RemoteName, options: { fresh: boolean }) => Promise<unknown>

interface RemoteLoader {
  /** Loads a remote once for all callers; a failure is kept until `retry`. A timeout only ends the waiting. */
  load(name: RemoteName): Promise<RemoteModule>
  /** Loads a remote again, bypassing all caches. */
  retry(name: RemoteName): Promise<RemoteModule>
}

interface Attempt {
  outcome: Promise<RemoteModule>
  /** Rejects when the outcome took too long. */
  limited: Promise<RemoteModule>
  settled: boolean
}

/**
 * Loads remotes and rejects those that hang, fail or were built for another contract version, with a
 * {@link RemoteError}.
 */
export function createRemoteLoader(fetchRemote: FetchRemote): RemoteLoader {
  const attempts = new Map<RemoteName, Attempt>()

  function start(name: RemoteName, fresh: boolean): Attempt {
    const outcome = fetchRemote(name, { fresh }).then(
      (module) => validate(name, module),
      (cause: unknown) => {
        throw failureOf(name, cause)
      },
    )
    const limited = withinLimit(
      outcome,
      () => new RemoteError(name, 'timeout', `${name} is still loading`, { late: outcome }),
    )
    const attempt: Attempt = { outcome, limited, settled: false }
    const settle = () => void (attempt.settled = true)
    outcome.then(settle, settle)
    // callers handle the rejection; the stored promise must not count as unhandled
    limited.catch(() => undefined)
    attempts.set(name, attempt)
    return attempt
  }

  return {
    load: (name) => {
      const { settled, outcome, limited } = attempts.get(name) ?? start(name, false)
      return settled ? outcome : limited
    },
    retry: (name) => start(name, true).limited,
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
      texts.wrongContract(name, module.contractVersion, CONTRACT_VERSION),
    )
  }
  return module
}

function failureOf(name: RemoteName, cause: unknown): RemoteError {
  if (cause instanceof RemoteError) return cause
  const reason = isShellChunk(cause, location.origin) ? 'outdated' : 'unreachable'
  return new RemoteError(name, reason, `${name} could not be loaded`, { cause })
}
