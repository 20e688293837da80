interface WorkerPolicy {
  createScriptURL: (url: string) => string
}
/** The part of https://w3c.github.io/trusted-types used here, which TypeScript does not declare yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: WorkerPolicy): WorkerPolicy
}
declare global {
  var trustedTypes: TrustedTypes | undefined
  /** One per page: each remote bundles this module, and a second policy of the same name throws. */
  var helpdeskWorkerPolicy: WorkerPolicy | undefined
  /**
   * Set by the shell: the hash of a script that a remote runs without `import()`. It throws for one without a hash.
   * Development servers, and shells of an earlier version, lack it.
   */
  var helpdeskIntegrity: ((address: string) => string) | undefined
}

/** The script of this bundle. */
// eslint-disable-next-line no-restricted-syntax -- each bundle has a worker of its own
let allowed: Promise<string> | undefined

/**
 * Starts the portal's only worker, after its script was compared with the hash of the release. The content security
 * policy requires trusted types for script URLs and allows only the policy of this name.
 * @throws TypeError when the script cannot be loaded or differs; what `helpdeskIntegrity` throws
 */
export async function startTrustedWorker(url: string): Promise<Worker> {
  allowed ??= runnable(new URL(url, import.meta.url)).then((script) => workerPolicy().createScriptURL(script))
  // a later attempt fetches again
  allowed.catch(() => (allowed = undefined))
  return new Worker(await allowed, { type: 'module' })
}

function workerPolicy(): WorkerPolicy {
  const rules: WorkerPolicy = { createScriptURL: (own) => own }
  return (globalThis.helpdeskWorkerPolicy ??=
    globalThis.trustedTypes?.createPolicy('helpdesk-worker', rules) ?? rules)
}

/**
 * Browsers only start workers of the page's own origin. The script of another origin runs from a blob of this page: the
 * bytes that were compared, or an import where nothing can be compared.
 */
async function runnable({ href, origin }: URL): Promise<string> {
  const integrity = globalThis.helpdeskIntegrity?.(href)
  const isOwn = origin === location.origin
  if (integrity === undefined) return isOwn ? href : blobOf(`import ${JSON.stringify(href)}`)
  const load = (cache: RequestCache) => fetch(href, { integrity, mode: 'cors', credentials: 'omit', cache })
  // a wrong body may be cached for a year
  const response = await load('default').catch(() => load('reload'))
  if (!response.ok) throw new TypeError(`${href} answered ${response.status}`)
  const script = await response.arrayBuffer()
  // the policy allows blobs only in portals with remotes of another origin; the own file is now in the cache
  return isOwn ? href : blobOf(script)
}

const blobOf = (script: BlobPart): string =>
  URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
