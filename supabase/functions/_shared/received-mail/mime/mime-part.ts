import { charsetOfHtml, decodeText } from '../characters/characters.ts'
import { charsetOf } from '../characters/charset-labels.ts'
import { enrichedToText } from '../html/enriched-text.ts'
import { parameterOf } from './parameters.ts'

interface Structured {
  value: string
  params: Record<string, string>
}

/** What the package keeps of a part of a mail. */
export interface MimePart {
  state: string
  headers: { key: string }[]
  contentType: { value: string; parsed: Structured; multipart: string | false }
  contentDisposition: { value: string; parsed: Structured }
  childNodes: unknown[]
  content: ArrayBuffer | null
}

export const isPart = (value: unknown): value is MimePart =>
  typeof value === 'object' && value !== null && Array.isArray(Reflect.get(value, 'childNodes'))

const encoder = new TextEncoder()
const typePattern = /^[\w.+-]+\/[\w.+-]+/
const charsetPattern = /\bcharset\s*=\s*["']?([\w.:-]{1,40})/i

/** Texts that are data. Others of an unknown kind are read like plain ones (RFC 2046, 4.1.4). */
const dataTypes =
  /^text\/(?:calendar|csv|css|directory|javascript|rfc822-headers|rtf|tab-separated-values|vcard|x-amp-html|x-vcalendar|x-vcard|xml)$/

export const fileNameOf = (part: MimePart): string | undefined =>
  parameterOf(part.contentDisposition.value, 'filename') ?? parameterOf(part.contentType.value, 'name')

export const isAttached = (part: MimePart): boolean =>
  part.contentDisposition.parsed.value === 'attachment' || fileNameOf(part) !== undefined

/** Whether no header or an empty one says what a part is. */
export const isUntyped = ({ headers, contentType }: MimePart): boolean =>
  contentType.value === '' || !headers.some(({ key }) => key === 'content-type')

/** Mends a type that is empty, has no subtype, or is not separated from its charset. */
export function mendType(part: MimePart): void {
  const { parsed, value } = part.contentType
  const type = typePattern.exec(parsed.value)?.[0]
  if (type !== undefined && type === parsed.value) return
  const label = charsetPattern.exec(value)?.[1]
  if (label !== undefined) parsed.params.charset ??= label
  if (type !== undefined) parsed.value = type
  else if (parsed.value.startsWith('multipart')) parsed.value = 'multipart/mixed'
  else if (!isAttached(part)) parsed.value = parsed.value === 'html' ? 'text/html' : 'text/plain'
  if (!parsed.value.startsWith('multipart/')) return
  part.contentType.multipart = parsed.value.slice('multipart/'.length)
  // The package has not taken notice of it: the body tells it.
  delete parsed.params.boundary
}

const isStandard = (part: MimePart) =>
  /^text\/(?:plain|html)$/.test(part.contentType.parsed.value) &&
  part.contentDisposition.parsed.value !== 'attachment'

/** Whether one of the alternatives is plain text or HTML. */
export function hasStandardText(part: MimePart): boolean {
  return part.childNodes.some((child) => isPart(child) && (isStandard(child) || hasStandardText(child)))
}

/** Bytes of a mail that may still be read in kinds of text that take 0.15 µs for each: a line of them can be one sign long. */
export interface TextBudget {
  bytes: number
}

/** Makes a text that the package would take for a file one that it reads. */
function readAsText(part: MimePart, hasOther: boolean, budget: TextBudget): void {
  const { parsed } = part.contentType
  const isText = parsed.value.startsWith('text/') && !dataTypes.test(parsed.value)
  if (!isText || isStandard(part) || hasOther || isAttached(part)) return
  const isEnriched = /enriched|richtext/.test(parsed.value)
  const bytes = new Uint8Array(part.content ?? [])
  const read = isEnriched ? bytes.subarray(0, budget.bytes) : bytes
  if (isEnriched) budget.bytes -= read.length
  const text = decodeText(read, parsed.params.charset)
  write(part, isEnriched ? enrichedToText(text) : text)
  parsed.value = 'text/plain'
}

function write(part: MimePart, text: string): void {
  part.content = encoder.encode(text).buffer
  part.contentType.parsed.params.charset = 'utf-8'
}

/** A multipart without a line that separates its parts is shown as it is. */
function showUnseparated(part: MimePart): void {
  if (!part.contentType.multipart || part.childNodes.length > 0 || !part.content?.byteLength) return
  part.contentType.multipart = false
  part.contentType.parsed.value = 'text/plain'
}

const isCalendar = ({ contentType }: MimePart) =>
  /^(?:text\/calendar|application\/ics)$/.test(contentType.parsed.value)

/** Leaves calendars beyond the budget as files: the package mends each of their lines. */
function boundCalendar(part: MimePart, budget: TextBudget): void {
  if (!isCalendar(part)) return
  const size = part.content?.byteLength ?? 0
  if (size > budget.bytes) part.contentType.parsed.value = 'application/octet-stream'
  else budget.bytes -= size
}

const isHtmlPage = /^\s*<(?:!doctype html|html)\b/i

/**
 * Prepares a part for the package: its text is in UTF-8 and its file name decoded.
 * @param hasOther - another alternative of it is plain text or HTML
 * @param budget - of the whole mail
 */
export function preparePart(part: MimePart, hasOther: boolean, budget: TextBudget): void {
  const name = fileNameOf(part)
  if (name !== undefined) part.contentDisposition.parsed.params.filename = name
  showUnseparated(part)
  readAsText(part, hasOther, budget)
  boundCalendar(part, budget)
  const { parsed } = part.contentType
  if (!part.content || !(isStandard(part) || isCalendar(part))) return
  const bytes = new Uint8Array(part.content)
  const label = parsed.params.charset ?? ''
  const isSilent = charsetOf(label) === undefined || /ascii/i.test(label)
  const text = decodeText(bytes, (parsed.value === 'text/html' && isSilent && charsetOfHtml(bytes)) || label)
  if (!typePattern.test(part.contentType.value) && isHtmlPage.test(text.slice(0, 200)))
    parsed.value = 'text/html'
  write(part, text)
}
