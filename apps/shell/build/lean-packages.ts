import type { Plugin } from 'vite'

const HOIST = 'hoist-non-react-statics'
/** What the file is known by. */
const ROUTER = 'function createRouter(init)'

/**
 * Lets go of parts of packages that nothing here uses and that a bundler cannot see to be unused.
 *
 * - react-router names its components in statements, which keep every one of them (`Form`, `ScrollRestoration`); and its
 *   links can preload pages of its framework mode, which this is not. Its instrumentation is not used.
 * - Emotion's `withTheme`, which nobody calls, is the one user of a package for class components.
 */
export function leanPackagesPlugin(): Plugin {
  return {
    name: 'helpdesk-lean-packages',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) => (source === HOIST ? `\0${HOIST}` : null),
    load: (id) => (id === `\0${HOIST}` ? 'export default (target) => target' : null),
    transform: {
      filter: { id: /react-router\/dist\/production\/chunk-\w+\.mjs$/ },
      handler: (code) => (code.includes(ROUTER) ? { code: leanRouter(code), map: null } : null),
    },
  }
}

/** @throws Error when the router is no longer written as it was. */
export function leanRouter(code: string): string {
  const steps: readonly (readonly [what: RegExp, instead: string])[] = [
    [/^\w+\.displayName = "[\w.]+";$/gm, ''],
    [/= (React\d*)\.forwardRef\(/g, '= /* @__PURE__ */ $1.forwardRef('],
    [/if \(init\.instrumentations\)/g, 'if (false)'],
    [/React\d*\.createElement\(PrefetchPageLinks, \{[^}]*\}\)/g, 'null'],
  ]
  return steps.reduce((text, [what, instead]) => {
    const next = text.replace(what, instead)
    if (next === text)
      throw new Error(`react-router has no ${what.source} any more: adjust build/lean-packages.ts`)
    return next
  }, code)
}
