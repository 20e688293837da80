import { REQUEST_ID } from './logged'

/** lite sends no CORS headers on `/auth/v1` (defect 9). Tokens travel in headers, never in cookies: any origin may call. */
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS',
  'access-control-max-age': '86400',
  'access-control-expose-headers':
    'content-range, x-total-count, link, content-profile, preference-applied, retry-after, x-supabase-api-version, x-request-id',
}

export function withCors(response: Response): Response {
  // The headers of a response that a function returned may be immutable.
  const headers = new Headers(response.headers)
  if (headers.has('access-control-allow-origin')) {
    headers.append('access-control-expose-headers', REQUEST_ID)
    return new Response(response.body, { status: response.status, headers })
  }
  for (const [name, value] of Object.entries(corsHeaders)) headers.set(name, value)
  return new Response(response.body, { status: response.status, headers })
}

export function preflight(request: Request): Response {
  const requested =
    request.headers.get('access-control-request-headers') ?? 'authorization, apikey, content-type'
  return new Response(null, {
    status: 204,
    headers: { ...corsHeaders, 'access-control-allow-headers': requested },
  })
}
