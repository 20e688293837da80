import { contentTypeOf } from './attachments'
import { boundDirections } from './direction-bounds'
import type { Attachment } from './rows'

/** How a file is previewed; `none` can only be downloaded. */
type PreviewKind = 'image' | 'pdf' | 'text' | 'none'

/** Maximum number of bytes that a text preview shows. */
export const TEXT_PREVIEW_BYTES = 200_000

const kinds: Record<string, PreviewKind> = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'application/pdf': 'pdf',
  'text/plain': 'text',
  'text/csv': 'text',
}

/** The kind of preview. A file whose content type contradicts its extension has none. */
export function previewKind(file: Pick<Attachment, 'file_name' | 'file_type'>): PreviewKind {
  return contentTypeOf(file.file_name) === file.file_type ? (kinds[file.file_type] ?? 'none') : 'none'
}

/** Decodes the text of a file and tells whether it was truncated. Invalid UTF-8 is read as Windows-1252. */
export function decodeText(bytes: Uint8Array): { text: string; cut: boolean } {
  const cut = bytes.length > TEXT_PREVIEW_BYTES
  const shown = cut ? bytes.subarray(0, TEXT_PREVIEW_BYTES) : bytes
  const whole = decode(shown, cut)
  const text = boundDirections(whole)
  return { text, cut: cut || text.length < whole.length }
}

function decode(bytes: Uint8Array, cut: boolean): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    // `stream` drops a character split by the truncation.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: cut })
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Zoom steps; 1 fits the window. */
export const ZOOM_STEPS = [0.5, 0.75, 1, 1.5, 2, 3, 4] as const

/** The next zoom step in a direction, or the same at the end. */
export function nextZoom(zoom: number, direction: 1 | -1): number {
  const further = ZOOM_STEPS.filter((step) => (direction > 0 ? step > zoom : step < zoom))
  return (direction > 0 ? further[0] : further.at(-1)) ?? zoom
}
