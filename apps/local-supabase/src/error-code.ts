/** The `code` of a Node.js, PostgreSQL or postgres.js error; '' without one. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
