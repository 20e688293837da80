/** Thrown for a value that does not follow its grammar. */
export class MalformedHeader extends Error {}

/** Longest value that is read. */
export const MAX_HEADER = 20_000

const blanks = /[ \t\r\n]+/y
const commentText = /[^()\\]+/y
const quotedText = /[^"\\]+/y

/** Reads the value of a structured header (RFC 5322, 3.2) piece by piece. All methods take linear time. */
export class HeaderReader {
  private at = 0
  private readonly value: string

  /** @throws MalformedHeader for a value that is too long */
  constructor(value: string) {
    if (value.length > MAX_HEADER) throw new MalformedHeader('too long')
    this.value = value
  }

  get isAtEnd(): boolean {
    return this.at >= this.value.length
  }

  get position(): number {
    return this.at
  }

  /** What was read since then. */
  since(position: number): string {
    return this.value.slice(position, this.at)
  }

  /** The next character; empty at the end. */
  get next(): string {
    return this.value.charAt(this.at)
  }

  /** Takes what a sticky expression matches here. @returns undefined when it does not match */
  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.value)?.[0]
    if (found !== undefined) this.at += found.length
    return found
  }

  /** Takes the character if it is next. */
  take(sign: string): boolean {
    if (this.next !== sign) return false
    this.at += 1
    return true
  }

  /** @throws MalformedHeader unless the character is next */
  expect(sign: string): void {
    if (!this.take(sign)) throw new MalformedHeader(`${sign} is missing`)
  }

  /**
   * Skips blanks and comments, which may nest.
   * @returns the comments' text, or undefined when nothing was skipped
   * @throws MalformedHeader for a comment without an end
   */
  skip(): string | undefined {
    const start = this.at
    let comments = ''
    for (;;) {
      if (this.match(blanks) !== undefined) continue
      if (this.next !== '(') break
      comments += ` ${this.comment()}`
    }
    return this.at > start ? comments.trim() : undefined
  }

  private comment(): string {
    let depth = 0
    let text = ''
    do {
      const sign = this.next
      if (sign === '') throw new MalformedHeader('a comment has no end')
      if (sign === '\\') text += this.escaped()
      else if (sign === '(' || sign === ')') {
        this.at += 1
        depth += sign === '(' ? 1 : -1
      } else text += this.match(commentText) ?? ''
    } while (depth > 0)
    return text
  }

  private escaped(): string {
    const sign = this.value.charAt(this.at + 1)
    if (sign === '') throw new MalformedHeader('nothing is escaped')
    this.at += 2
    return sign
  }

  /**
   * Takes a quoted string.
   * @returns its content; undefined when none begins here
   * @throws MalformedHeader when it has no end
   */
  quoted(): string | undefined {
    if (!this.take('"')) return undefined
    let text = ''
    while (!this.take('"')) {
      if (this.isAtEnd) throw new MalformedHeader('a quoted string has no end')
      text += this.next === '\\' ? this.escaped() : (this.match(quotedText) ?? '')
    }
    return text
  }
}
