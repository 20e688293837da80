import { json } from '../http/respond'

/**
 * Stands in for PostgREST's `db-pre-request`, which lite does not know: the project's `gate.check_request()` refuses
 * counts that are guessed from statistics, because those include rows that the caller may not see.
 */
export function refuseGuessedCounts(request: Request): Response | undefined {
  if (!/count\s*=\s*(planned|estimated)/i.test(request.headers.get('prefer') ?? '')) return undefined
  return json({ code: 'PT400', message: 'Counts are exact here', details: 'count_guessed', hint: null }, 400)
}
