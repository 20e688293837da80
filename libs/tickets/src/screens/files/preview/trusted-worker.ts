/** The part of https://w3c.github.io/trusted-types used here, which TypeScript does not declare yet. */
interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL: (url: string) => string }
}
declare global {
  var trustedTypes: TrustedTypes | undefined
}

let allowed: string | undefined

/**
 * Starts the portal's only worker. The content security policy requires trusted types for script URLs and allows only
 * the policy of this name.
 */
export function startTrustedWorker(url: string): Worker {
  const script = sameOriginScript(url)
  allowed ??= globalThis.trustedTypes
    ? globalThis.trustedTypes
        .createPolicy('helpdesk-worker', { createScriptURL: (own) => own })
        .createScriptURL(script)
    : script
  return new Worker(allowed, { type: 'module' })
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
