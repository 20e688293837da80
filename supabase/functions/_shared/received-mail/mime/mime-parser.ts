import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime'
import { boundaryIn, findBoundaries, type Boundaries } from './boundaries.ts'
import { decodeText, isUtf8 } from '../characters/characters.ts'
import { charsetOf } from '../characters/charset-labels.ts'
import { decodeWords } from '../characters/encoded-words.ts'
import { call, LinearParser } from './linear-parser.ts'
import { hasStandardText, isPart, isUntyped, mendType, preparePart, type MimePart } from './mime-part.ts'

const [TAB, BLANK] = [9, 32]
const encoder = new TextEncoder()
const latin1 = (bytes: Uint8Array) => String.fromCharCode(...bytes)

/** Fields whose characters name nobody, so that they may be read as no other server reads them. */
const isFreeField = /^(?:subject:|content-)/i
/** Bytes of a mail in which the charset of its text is looked for. */
const START = 65_536
const charsetPattern = /\bcharset\s*=\s*["']?([\w.:-]{1,40})/i

/** The charset of the mail's first text, which programs that write bare bytes into headers also use there. */
function charsetIn(raw: Uint8Array): string {
  const start = new TextDecoder().decode(raw.subarray(0, START))
  const label = charsetPattern.exec(start)?.[1] ?? ''
  return charsetOf(label)?.reader === 'table' ? label : ''
}

/** Bytes of enriched text and calendars that are read; an invitation has a few thousand. */
const MAX_UNUSUAL_TEXT = 2_000_000

const asciiOf = (text: string) => text.replace(/[^\0-\x7f]+/g, '')

/** Parses mails with any characters, types and boundaries. Used once. */
export class MimeParser extends LinearParser {
  readonly #raw: Uint8Array
  readonly #boundaries: Boundaries
  readonly #charset: string
  readonly #haveOther = new Map<MimePart, boolean>()
  readonly #budget = { bytes: MAX_UNUSUAL_TEXT }
  #isFree = false
  /** Only empty lines of the body are read. */
  #isAtStart = true

  constructor(raw: Uint8Array, options: PostalMimeOptions) {
    super(options)
    this.#raw = raw
    this.#boundaries = findBoundaries(raw)
    this.#charset = charsetIn(raw)
  }

  /** @throws Error beyond the limits */
  async read(): Promise<Email> {
    const email = await this.parse(this.#raw)
    const subject = email.headers.find(({ key }) => key === 'subject')?.value
    return subject ? { ...email, subject: decodeWords(subject) } : email
  }

  override async processLine(line: Uint8Array, isFinal: boolean): Promise<void> {
    const part: unknown = Reflect.get(this, 'currentNode')
    if (!isPart(part) || part.state === 'finished') return super.processLine(line, isFinal)
    if (part.state === 'header') return super.processLine(this.#inUtf8(line), isFinal)
    this.#startUntyped(part, line)
    this.#adoptBoundary(part, line)
    return super.processLine(line, isFinal)
  }

  /** Takes a mail without a type whose body begins with a part for one of several parts. */
  #startUntyped(part: MimePart, line: Uint8Array): void {
    if (!this.#isAtStart || line.length === 0) return
    this.#isAtStart = false
    const boundary = boundaryIn(line)
    if (boundary === undefined || !this.#boundaries.genuine.has(boundary) || !isUntyped(part)) return
    part.contentType.multipart = 'mixed'
    part.contentType.parsed.value = 'multipart/mixed'
  }

  /** A line of a header in UTF-8. Who wrote a mail must be read as other servers do: there, ASCII stays as it is. */
  #inUtf8(line: Uint8Array): Uint8Array {
    if (line[0] !== TAB && line[0] !== BLANK) this.#isFree = isFreeField.test(latin1(line.subarray(0, 8)))
    if (isUtf8(line)) return line
    const text = decodeText(line, this.#charset)
    const isSafe = this.#isFree || asciiOf(text) === latin1(line.filter((byte) => byte < 0x80))
    return encoder.encode(isSafe ? text : decodeText(line, 'windows-1252'))
  }

  /** Takes a line for the boundary of a part whose own boundary is missing or occurs nowhere. */
  #adoptBoundary(part: MimePart, line: Uint8Array): void {
    if (!part.contentType.multipart || part.childNodes.length > 0) return
    const boundary = boundaryIn(line)
    const { written, genuine } = this.#boundaries
    if (boundary === undefined || !genuine.has(boundary)) return
    const own = part.contentType.parsed.params.boundary
    if (own && (written.has(own) || written.has(`${own}--`))) return
    const known: unknown = Reflect.get(this, 'boundaries')
    if (!Array.isArray(known)) return
    const isOf = (entry: unknown) =>
      typeof entry === 'object' && entry !== null && Reflect.get(entry, 'node') === part
    const isKnown = known.some((entry: { value: Uint8Array }) => latin1(entry.value) === boundary)
    if (isKnown) return
    const others = known.filter((entry) => !isOf(entry))
    known.splice(0, known.length, ...others, { value: encoder.encode(boundary), node: part })
  }

  protected override onHeader(part: unknown): void {
    if (isPart(part)) mendType(part)
  }

  /** The package calls it for each part, once all are read. */
  async collectNode(part: unknown, alternative: unknown, isRelated: unknown): Promise<void> {
    if (isPart(part)) preparePart(part, isPart(alternative) && this.#hasOther(alternative), this.#budget)
    await call(this, Reflect.get(PostalMime.prototype, 'collectNode'), part, alternative, isRelated)
  }

  #hasOther(alternative: MimePart): boolean {
    const known = this.#haveOther.get(alternative) ?? hasStandardText(alternative)
    this.#haveOther.set(alternative, known)
    return known
  }
}
