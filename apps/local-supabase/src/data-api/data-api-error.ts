interface Body {
  code: string
  message: string
  details?: string | null
  hint?: string | null
}

/** lite answers an error of SQLSTATE `PGRST` with the status, headers and body that it contains. */
export class DataApiError extends Error {
  override readonly name = 'DataApiError'
  readonly code = 'PGRST'
  readonly detail: string

  constructor(status: number, { details = null, hint = null, ...body }: Body, headers = {}) {
    super(JSON.stringify({ ...body, details, hint }))
    this.detail = JSON.stringify({ status, headers })
  }
}

/** The refusal of a query that costs too much. */
export const costlyQuery = (message: string) =>
  new DataApiError(400, { code: 'PT400', message, details: 'request_too_costly' })
