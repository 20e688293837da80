/** Status for a failed call of the Data API: 503 while its database is away, when repeating may help, else 502. */
export const failedStatus = (status: number | undefined): number => (status === 503 ? 503 : 502)

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
