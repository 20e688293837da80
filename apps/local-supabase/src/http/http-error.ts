/** An error that `errorResponse` turns into JSON. */
export class HttpError extends Error {
  override readonly name = 'HttpError'

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message)
  }
}
