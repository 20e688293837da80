/** Why a question is not answered, in words that the admin may read. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Seconds until another try makes sense. */
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}
