import { builtinEnvironments, type Environment } from 'vitest/runtime'

/**
 * jsdom with Node's module URLs: the stack fixture finds its files by `import.meta.url`, which the standard jsdom
 * environment turns into a web address.
 */
const environment: Environment = { ...builtinEnvironments.jsdom, viteEnvironment: 'ssr' }

export default environment
