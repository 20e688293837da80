/** Where the platform puts the id of a request. */
const headers = ['x-request-id', 'sb-request-id', 'cf-ray']

/**
 * Logs a failure of a request with the request's id, by which people report it. The embedded backend adds its own.
 * @param text - without tokens, addresses and what people wrote
 */
export function logError(request: Request, text: string): void {
  const id = headers.map((name) => request.headers.get(name)).find(Boolean)
  console.error(id ? `${text} (request ${id})` : text)
}
