/** What TypeScript does not know yet of https://w3c.github.io/trusted-types; the trusted URL stands for a string. */
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
 * Starts the one worker of the portal. The page's policy lets no text become script, not even the address of a
 * worker, unless this policy (by its name) has vouched for it.
 */
export function startTrustedWorker(url: string): Worker {
  const script = ownScript(url)
  allowed ??= globalThis.trustedTypes
    ? globalThis.trustedTypes
        .createPolicy('helpdesk-worker', { createScriptURL: (own) => own })
        .createScriptURL(script)
    : script
  return new Worker(allowed, { type: 'module' })
}

/**
 * Browsers start workers of the page's own origin only. A remote of another origin, such as its development server,
 * is imported by a script that the page makes itself.
 */
function ownScript(url: string): string {
  const { href, origin } = new URL(url, import.meta.url)
  if (origin === location.origin) return href
  return URL.createObjectURL(new Blob([`import ${JSON.stringify(href)}`], { type: 'text/javascript' }))
}
