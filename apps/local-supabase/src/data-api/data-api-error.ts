/** A refusal in the words of the data API: lite hands on any status and body of an error with SQLSTATE `PGRST`. */
export class DataApiError extends Error {
  readonly code = 'PGRST'
  readonly detail: string

  constructor(text: string, { status = 400, code = 'request_too_costly' } = {}) {
    super(JSON.stringify({ code: `PT${status}`, message: text, details: code, hint: null }))
    this.name = 'QueryRefused'
    this.detail = JSON.stringify({ status, headers: {} })
  }
}
