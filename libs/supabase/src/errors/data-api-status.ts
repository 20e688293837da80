/**
 * The status that an answer of the data API means. PostgREST reports a connection that broke during a statement, as when
 * the database crashes, as 400 with an empty code: the outcome is unknown.
 * @param status the HTTP status
 * @param body of the answer, parsed, or an error of postgrest-js
 */
export const dataApiStatus = (status: number, body: unknown): number =>
  status === 400 && typeof body === 'object' && body !== null && Reflect.get(body, 'code') === ''
    ? 503
    : status
