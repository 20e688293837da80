interface UrlPolicy {
  createScriptURL: (url: string) => string
}

const WORKER = '/offline-worker.js'

/**
 * Installs the worker (public/offline-worker.js) that answers with a page of ours where a reload without a network would
 * show the browser's. Does nothing on development servers, where a page may be reloaded at any time.
 */
export function registerOfflinePage(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return
  const rules: UrlPolicy = { createScriptURL: () => WORKER }
  const { trustedTypes }: { trustedTypes?: { createPolicy(name: string, rules: UrlPolicy): UrlPolicy } } =
    globalThis
  try {
    // one policy per page: a second one of this name is refused
    const policy = trustedTypes?.createPolicy('helpdesk-offline', rules) ?? rules
    navigator.serviceWorker.register(policy.createScriptURL(WORKER)).catch(console.warn)
  } catch {
    // the worker is registered already, or the web server still sends the policy of an earlier shell
  }
}
