import { toBase64 } from '../../base64.ts'

export interface ComposedFile {
  name: string
  type: string
  content: Uint8Array
  contentId?: string
}

export interface ComposedMail {
  from: string
  to: string
  subject: string
  date: string
  text: string
  html: string
  files: readonly ComposedFile[]
}

const BOUNDARY = '=_parts_of_the_message'

const utf8 = (text: string) => new TextEncoder().encode(text)
const lines = (base64: string) => base64.replace(/.{76}/g, '$&\r\n')
const oneLine = (text: string) =>
  text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 500)
/** One word in base64 for each 40 characters. */
const encoded = (text: string) =>
  (oneLine(text).match(/.{1,40}/gsu) ?? [])
    .map((piece) => `=?utf-8?b?${toBase64(utf8(piece))}?=`)
    .join('\r\n ')

const part = (headers: string[], content: Uint8Array) =>
  [`--${BOUNDARY}`, ...headers, 'Content-Transfer-Encoding: base64', '', lines(toBase64(content))].join(
    '\r\n',
  )

/** A message of another format as a mail, so that it is read like all others. Base64 has no line that looks like the boundary. */
export function composeMail({ from, to, subject, date, text, html, files }: ComposedMail): Uint8Array {
  const header = [
    ...(from ? [`From: ${encoded(from)}`] : []),
    ...(to ? [`To: ${encoded(to)}`] : []),
    `Subject: ${encoded(subject)}`,
    ...(date ? [`Date: ${date}`] : []),
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${BOUNDARY}"`,
  ]
  const body = text
    ? part(['Content-Type: text/plain; charset=utf-8'], utf8(text))
    : part(['Content-Type: text/html; charset=utf-8'], utf8(html))
  const attached = files.map(({ name, type, content }) =>
    part(
      [
        `Content-Type: ${type}`,
        `Content-Disposition: attachment; filename*=UTF-8''${encodeURIComponent(name.replace(/\p{Surrogate}/gu, '_'))}`,
      ],
      content,
    ),
  )
  return utf8([header.join('\r\n'), '', body, ...attached, `--${BOUNDARY}--`, ''].join('\r\n'))
}
