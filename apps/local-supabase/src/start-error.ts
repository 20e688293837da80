export const exitCodes = { failed: 1, inUse: 3, portTaken: 4, database: 5 } as const

/** Ends the start with a message for people, printed without a stack. */
export class StartError extends Error {
  readonly exitCode: number

  constructor(message: string, exitCode: number = exitCodes.failed, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartError'
    this.exitCode = exitCode
  }
}
