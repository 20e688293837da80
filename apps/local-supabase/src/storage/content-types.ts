import { typeMismatch, wrongType } from './errors'

const ascii = (text: string) => Buffer.from(text, 'latin1')
const ole = Buffer.from('d0cf11e0a1b11ae1', 'hex')

const isOle = (b: Buffer) => b.subarray(0, 8).equals(ole)
const isZip = (b: Buffer) => b.subarray(0, 4).equals(Buffer.from('504b0304', 'hex'))
const isUtf16 = (b: Buffer) => ['fffe', 'feff'].includes(b.subarray(0, 2).toString('hex'))
/** UTF-16 text contains zero bytes, and starts with a byte order mark. */
const isText = (b: Buffer) => isUtf16(b) || !b.subarray(0, 8192).includes(0)

/** Checks the first bytes of a type. PDF readers accept the header within the first kilobyte. */
const signatures = new Map<string, (bytes: Buffer) => boolean>(
  Object.entries({
    'image/png': (b) => b.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
    'image/jpeg': (b) => b.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')),
    'image/gif': (b) => ['GIF87a', 'GIF89a'].includes(b.subarray(0, 6).toString('latin1')),
    'image/webp': (b) => b.subarray(0, 4).equals(ascii('RIFF')) && b.subarray(8, 12).equals(ascii('WEBP')),
    'application/pdf': (b) => b.subarray(0, 1024).includes('%PDF-'),
    'application/msword': isOle,
    'application/vnd.ms-excel': isOle,
    'application/vnd.ms-powerpoint': isOle,
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document': isZip,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': isZip,
    'application/vnd.openxmlformats-officedocument.presentationml.presentation': isZip,
    'text/plain': isText,
    'text/csv': isText,
  }),
)

/** `text/plain;charset=UTF-8` → `text/plain`. */
export const essence = (type: string) => (type.split(';')[0] ?? '').trim().toLowerCase()

const matches = (type: string, pattern: string) =>
  pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern.toLowerCase()

/**
 * Rejects a declared type that the bucket does not accept.
 * @param allowed the bucket's `allowed_mime_types`; null accepts every type
 * @throws StorageError `InvalidMimeType`
 */
export function checkType(declared: string, allowed: string[] | null): void {
  const type = essence(declared)
  if (allowed && allowed.length > 0 && !allowed.some((pattern) => matches(type, pattern)))
    throw wrongType(type || 'unknown')
}

/** @throws StorageError `InvalidMimeType` when the bytes contradict the declared type */
export function checkContent(declared: string, bytes: Buffer): void {
  const type = essence(declared)
  const matchesSignature = signatures.get(type)
  if (bytes.length > 0 && matchesSignature && !matchesSignature(bytes)) throw typeMismatch(type)
}
