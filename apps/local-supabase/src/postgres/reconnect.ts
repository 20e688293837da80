/** Seconds until a pool tries to connect again: the standard pause grows to twenty, a restart takes one or two. */
export const reconnectSoon = (attempt: number): number => Math.min(0.05 * 2 ** attempt, 0.4)
