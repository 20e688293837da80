/** Ends the command with a sentence for people, printed without a stack. */
export class ReleaseError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ReleaseError'
  }
}

/** The `code` of an error of Node's file system. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
