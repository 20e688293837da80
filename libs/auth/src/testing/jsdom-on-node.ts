import { builtinEnvironments, type Environment } from 'vitest/runtime'

/**
 * A browser's globals, but modules as Node sees them: the stack fixture finds its files by `import.meta.url`, which
 * the usual jsdom environment turns into a web address.
 */
const environment: Environment = { ...builtinEnvironments.jsdom, viteEnvironment: 'ssr' }

export default environment
