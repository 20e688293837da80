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
}

/** The script of this bundle. */
let allowed: string | undefined

/**
 * Starts the portal's only worker. The content security policy requires trusted types for script URLs and allows only
 * the policy of this name.
 */
export function startTrustedWorker(url: string): Worker {
  allowed ??= workerPolicy().createScriptURL(sameOriginScript(url))
  return new Worker(allowed, { type: 'module' })
}

function workerPolicy(): WorkerPolicy {
  const rules: WorkerPolicy = { createScriptURL: (own) => own }
  return (globalThis.helpdeskWorkerPolicy ??=
    globalThis.trustedTypes?.createPolicy('helpdesk-worker', rules) ?? rules)
}

/**
 * Browsers only start workers of the page's own origin. A script of another origin, such as a development server, is
 * imported by a blob of this page.
 */
function sameOriginScript(url: string): string {
  const { href, origin } = new URL(url, import.meta.url)
  if (origin === location.origin) return href
  return URL.createObjectURL(new Blob([`import ${JSON.stringify(href)}`], { type: 'text/javascript' }))
}
