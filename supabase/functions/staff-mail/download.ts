import { corsHeaders } from '../_shared/cors.ts'
import { safeName } from '../_shared/received-mail/parts/files.ts'

const MAX_NAME = 100

/** RFC 8187, which also escapes what `encodeURIComponent` leaves. */
const encodeName = (name: string) =>
  encodeURIComponent(name.replace(/\p{Surrogate}/gu, '_')).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** What a stranger sent, to be saved: whatever it is, no browser shows or runs it in an origin of the portal. */
export function download(body: BodyInit | null, name: string): Response {
  return new Response(body, {
    headers: {
      ...corsHeaders,
      'Access-Control-Expose-Headers': `${corsHeaders['Access-Control-Expose-Headers']}, content-disposition`,
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeName(name)}`,
      'Content-Security-Policy': "sandbox; default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'private, no-store',
    },
  })
}

/** The name of an original. */
export const originalName = (subject: string): string =>
  `${safeName(subject.slice(0, MAX_NAME), 'email').slice(0, MAX_NAME - 4)}.eml`
