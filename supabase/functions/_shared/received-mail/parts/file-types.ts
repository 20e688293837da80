/** Content types by the ending of the name, as in the database (`private.content_type_of`). */
export const FILE_TYPES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  heic: 'image/heic',
  heif: 'image/heif',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  pdf: 'application/pdf',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  rtf: 'application/rtf',
  txt: 'text/plain',
  log: 'text/plain',
  md: 'text/plain',
  csv: 'text/csv',
  zip: 'application/zip',
  '7z': 'application/x-7z-compressed',
  gz: 'application/gzip',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  webm: 'video/webm',
}

/** The ending of a name in lower case, without a dot; empty when it has none. */
export const extensionOf = (name: string): string =>
  /\.([A-Za-z0-9]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''

export const contentTypeOf = (extension: string): string =>
  Object.hasOwn(FILE_TYPES, extension) ? (FILE_TYPES[extension] ?? '') : 'application/octet-stream'

/** The ending that files of a content type get when their name has none: the first of its type. */
const extensions = new Map(
  Object.entries(FILE_TYPES)
    .reverse()
    .map(([extension, type]) => [type, extension]),
)
export const extensionFor = (type: string): string => extensions.get(type) ?? ''

type Check = (bytes: Uint8Array) => boolean

const at =
  (offset: number, ...signature: number[]): Check =>
  (bytes) =>
    signature.every((byte, index) => bytes[offset + index] === byte)
const text = (offset: number, word: string): Check =>
  at(offset, ...[...word].map((letter) => letter.charCodeAt(0)))
const any =
  (...checks: Check[]): Check =>
  (bytes) =>
    checks.some((check) => check(bytes))
const all =
  (...checks: Check[]): Check =>
  (bytes) =>
    checks.every((check) => check(bytes))

const ole = at(0, 0xd0, 0xcf, 0x11, 0xe0)
const archive = at(0, 0x50, 0x4b, 0x03, 0x04)
/** Excel exports text in UTF-16, which has zero bytes and begins with a mark. */
const isText: Check = (bytes) =>
  any(at(0, 0xff, 0xfe), at(0, 0xfe, 0xff))(bytes) || !bytes.subarray(0, 4096).includes(0)
const media = text(4, 'ftyp')

/** What files of a type begin with. */
const checks: Readonly<Record<string, Check>> = {
  'image/png': at(0, 0x89, 0x50, 0x4e, 0x47),
  'image/jpeg': at(0, 0xff, 0xd8, 0xff),
  'image/gif': text(0, 'GIF8'),
  'image/webp': all(text(0, 'RIFF'), text(8, 'WEBP')),
  'image/heic': media,
  'image/heif': media,
  'image/bmp': text(0, 'BM'),
  'image/tiff': any(at(0, 0x49, 0x49, 0x2a, 0), at(0, 0x4d, 0x4d, 0, 0x2a)),
  'application/pdf': text(0, '%PDF'),
  'application/msword': ole,
  'application/vnd.ms-excel': ole,
  'application/vnd.ms-powerpoint': ole,
  'application/rtf': text(0, '{\\rtf'),
  'application/zip': any(archive, at(0, 0x50, 0x4b, 0x05, 0x06)),
  'application/x-7z-compressed': at(0, 0x37, 0x7a, 0xbc, 0xaf),
  'application/gzip': at(0, 0x1f, 0x8b),
  'text/plain': isText,
  'text/csv': isText,
  'audio/mpeg': any(
    text(0, 'ID3'),
    all(at(0, 0xff), (bytes) => ((bytes[1] ?? 0) & 0xe0) === 0xe0),
  ),
  'audio/mp4': media,
  'audio/wav': all(text(0, 'RIFF'), text(8, 'WAVE')),
  'video/mp4': media,
  'video/quicktime': any(media, text(4, 'moov'), text(4, 'mdat'), text(4, 'wide'), text(4, 'free')),
  'video/webm': at(0, 0x1a, 0x45, 0xdf, 0xa3),
}

/** Programs of Windows, Linux and macOS. */
const program = any(
  text(0, 'MZ'),
  at(0, 0x7f, 0x45, 0x4c, 0x46),
  at(0, 0xcf, 0xfa, 0xed, 0xfe),
  at(0, 0xca, 0xfe, 0xba, 0xbe),
)

/**
 * Whether the first bytes are those of the type: a renamed program is no picture. Types without a check of their own are
 * archives of documents, or anything but a program.
 */
export function hasBytesOf(type: string, bytes: Uint8Array): boolean {
  const check = Object.hasOwn(checks, type) ? checks[type] : undefined
  if (check) return check(bytes)
  return type === 'application/octet-stream' ? !program(bytes) : archive(bytes)
}
