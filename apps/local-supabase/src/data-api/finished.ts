import { unmarked } from './verbatim'

/** lite's answers repeat the query in Content-Location; clients reject a response whose headers exceed 16 kB. */
const headerLimit = 2000

function codeOf(body: string): string | undefined {
  const parsed: unknown = body.startsWith('{') ? JSON.parse(body) : undefined
  const code: unknown =
    typeof parsed === 'object' && parsed !== null ? Reflect.get(parsed, 'code') : undefined
  return typeof code === 'string' ? code : undefined
}

/** Completes lite's answer with what PostgREST's has: exact values, and headers that name the error. */
export async function finished(response: Response): Promise<Response> {
  const { status, headers } = response
  if ((headers.get('content-location')?.length ?? 0) > headerLimit) headers.delete('content-location')
  const type = headers.get('content-type') ?? ''
  if (status === 204) {
    headers.delete('content-type')
    return new Response(null, { status, headers })
  }
  if (!response.body || !/json|csv/.test(type)) return response
  const body = unmarked(await response.text(), type.includes('csv'))
  const code = response.ok ? undefined : codeOf(body)
  if (code) headers.set('proxy-status', `PostgREST; error=${code}`)
  if (code && status === 401 && !headers.has('www-authenticate')) headers.set('www-authenticate', 'Bearer')
  headers.delete('content-length')
  return new Response(body, { status, headers })
}
