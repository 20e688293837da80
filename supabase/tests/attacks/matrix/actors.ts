/** Callers in the order of the cells in `matrix.ts`. `foreign` has a token of another project. */
export const actors = ['anon', 'customer', 'agent', 'admin', 'deactivated', 'foreign'] as const
export type Actor = (typeof actors)[number]
