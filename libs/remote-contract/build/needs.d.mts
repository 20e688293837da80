import type { ESTree } from 'vite'

export declare function neededNames(
  program: ESTree.Program,
  shared: readonly string[],
  probes?: boolean,
): Map<string, Set<string>>
