import { unescapeBytes } from '../_shared/escaped-bytes.ts'
import { HttpError } from '../_shared/http-error.ts'
import { boundaryOf, partsOf } from '../_shared/multipart-bounds.ts'

/** Fields and files; Mailgun sends about thirty, and each file of the mail. */
const MAX_PARTS = 1_000
const MAX_FILES = 100

const [PLUS, BLANK] = [43, 32]

const unreadable = () => new HttpError(400, 'bad_request', 'The form cannot be read')
const tooMany = () =>
  new HttpError(413, 'mail_too_large', `A form can have up to ${MAX_PARTS} fields and files`)

type Entries = Iterable<[name: string, value: string | File]>

/** A form whose size is checked, and which is not parsed yet: that is slow, and anybody may send one. */
export interface Form {
  /** A short field as it was sent. */
  field(name: string): string
  /** A field byte for byte, since a mail may have any charset; empty for a missing one. */
  bytes(name: string): Uint8Array
  /** @throws HttpError 400 */
  entries(): Promise<Entries>
}

function openMultipart(body: Uint8Array, type: string): Form {
  const boundary = boundaryOf(type)
  if (!boundary) throw unreadable()
  const parts = partsOf(body, boundary, MAX_PARTS)
  if (!parts) throw tooMany()
  const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` }
  return {
    field: (name) => parts.find(({ header }) => header.includes(` name="${name}"`))?.content ?? '',
    bytes(name) {
      // File names come from strangers: none is taken for that of a field.
      const content = parts.find(({ header }) => header.includes(`form-data; name="${name}"`))?.content ?? ''
      const bytes = new Uint8Array(content.length)
      for (let at = 0; at < bytes.length; at += 1) bytes[at] = content.charCodeAt(at)
      return bytes
    },
    entries: () =>
      new Response(new Uint8Array(body), { headers }).formData().catch(() => {
        throw unreadable()
      }),
  }
}

/** URLSearchParams reads all bytes, but takes seconds for many escapes. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return new URLSearchParams(`=${text}`).get('') ?? ''
  }
}

function decodedPair(pair: string): [string, string] {
  const at = pair.includes('=') ? pair.indexOf('=') : pair.length
  return [decoded(pair.slice(0, at)), decoded(pair.slice(at + 1))]
}

/** Byte by byte: replacing millions in a text takes seconds. */
const withBlanks = (body: Uint8Array) => body.map((byte) => (byte === PLUS ? BLANK : byte))

function openUrlencoded(body: Uint8Array): Form {
  const text = new TextDecoder().decode(body)
  let count = 1
  for (let at = text.indexOf('&'); at >= 0; at = text.indexOf('&', at + 1))
    if ((count += 1) > MAX_PARTS) throw tooMany()
  const pairs = text.split('&')
  const field = (name: string) =>
    pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
  return {
    field,
    bytes: (name) => unescapeBytes(withBlanks(new TextEncoder().encode(field(name))), '%'),
    entries: async () => new TextDecoder().decode(withBlanks(body)).split('&').map(decodedPair),
  }
}

/** @throws HttpError 400, 413 */
export const openForm = (body: Uint8Array, type: string): Form =>
  /^\s*multipart\//i.test(type) ? openMultipart(body, type) : openUrlencoded(body)

/** @throws HttpError 400 */
export async function readForm(form: Form) {
  const fields = new Map<string, unknown>()
  const files: { filename: string; content: Uint8Array; contentType: string }[] = []
  for (const [name, value] of await form.entries()) {
    if (typeof value === 'string') fields.set(name, value)
    else if (files.length < MAX_FILES)
      files.push({
        filename: value.name,
        content: new Uint8Array(await value.arrayBuffer()),
        contentType: value.type,
      })
  }
  return { fields: Object.fromEntries(fields), files }
}
