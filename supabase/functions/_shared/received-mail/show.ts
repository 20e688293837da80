import { toBase64 } from '../base64.ts'
import { boundDirections, boundPageDirections } from '../direction-bounds.ts'
import { breakMarkRuns } from '../mark-runs.ts'
import { isBoundedPicture } from '../picture-bounds.ts'
import { breakShapedRuns } from '../shaped-runs.ts'
import { decodeText } from './characters/characters.ts'
import { decodeWords } from './characters/encoded-words.ts'
import { bytesOf } from './parts/files.ts'
import { htmlToText, remoteSources, safeHtml } from './html/html.ts'
import { breakShapedPage } from './html/page-runs.ts'
import { readHeader, readMail, readSubject } from './parse.ts'
import { listParts, type PartInfo } from './parts/parts.ts'

export interface ShownMail {
  /** For an iframe that is sandboxed; empty without an HTML part. */
  html: string
  /** The plain part, or that of the HTML when there is none. */
  text: string
  /** From, To, Cc, Reply-To, Subject, Date, Message-ID and what the receiving host says. */
  headers: { name: string; value: string }[]
  files: PartInfo[]
  /** How many remote images the HTML names; they are loaded on request. */
  remote_images: number
}

const shown = new Map(
  [
    'From',
    'Reply-To',
    'To',
    'Cc',
    'Subject',
    'Date',
    'Message-ID',
    'Return-Path',
    'Authentication-Results',
    'Auto-Submitted',
  ].map((name) => [name.toLowerCase(), name]),
)
const imageTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])
const MAX_IMAGE = 1024 * 1024
/** Bytes that are shown of a mail that cannot be parsed. */
const MAX_SOURCE = 50_000

/** Addresses of the remote images of a mail. */
export async function remoteImagesIn(raw: Uint8Array): Promise<string[]> {
  const { html = '' } = await readMail(raw)
  return html ? remoteSources(html) : []
}

/**
 * A raw mail as staff may look at it: nothing in it runs, loads or leaves. Of one that cannot be parsed, the source.
 * @param loaded - data of remote images by their address
 */
export async function showMail(
  raw: Uint8Array,
  loaded: ReadonlyMap<string, string> = new Map(),
  isHeaderOnly = false,
): Promise<ShownMail> {
  const email = await (isHeaderOnly ? readHeader(raw) : readMail(raw))
  const { html = '', headers, attachments, isBroken } = email
  const text = isBroken
    ? decodeText(raw.subarray(0, MAX_SOURCE))
    : (email.text ?? '').trim() || (html && htmlToText(html))
  const images = new Map<string, string>()
  for (const part of attachments.slice(0, 50)) {
    const id = part.contentId?.replace(/^<|>$/g, '')
    const bytes = bytesOf(part)
    if (id && imageTypes.has(part.mimeType) && bytes.length <= MAX_IMAGE && isBoundedPicture(bytes))
      images.set(id, `data:${part.mimeType};base64,${toBase64(bytes)}`)
  }
  const remote = html ? remoteSources(html) : []
  for (const [source, data] of loaded) images.set(source, data)
  return {
    html: html && boundPageDirections(breakShapedPage(breakMarkRuns(safeHtml(html, images)))),
    remote_images: remote.length,
    text: boundDirections(breakShapedRuns(breakMarkRuns(text.slice(0, 200_000)))),
    headers: headers
      .filter(({ key }) => shown.has(key))
      .slice(0, 40)
      .map(({ key, value }) => ({
        name: shown.get(key) ?? key,
        value: breakMarkRuns(decodeWords(value).slice(0, 2000)),
      })),
    files: await listParts(attachments, readSubject),
  }
}
