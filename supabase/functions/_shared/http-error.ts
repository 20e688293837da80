/** An error that becomes the HTTP response `{ error: message, code }`; its message is shown to the user. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    /** Seconds until a retry can succeed. */
    readonly retryAfter?: number,
  ) {
    super(message)
  }
}
