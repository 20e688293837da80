/** Memory that a part of a message takes besides its bytes. */
const PART_OVERHEAD = 256

/** Bytes of the longest header without its mask, which is counted as payload. */
const MAX_HEADER = 10
const MASK = 4

/**
 * Follows the frames in a client's bytes without keeping any, because `ws` does not tell what it keeps of a message that
 * has not arrived completely (RFC 6455, section 5.2).
 */
export class FrameMeter {
  readonly #header = Buffer.alloc(MAX_HEADER)
  #headerBytes = 0
  #left = 0
  #isControl = false
  #isLast = false
  #begun = 0
  #isUnfinished = false
  #frames = 0
  #bytes = 0
  #held = 0
  #since = 0

  constructor(private readonly now: () => number = Date.now) {}

  /** Frames of any kind so far. */
  get frames(): number {
    return this.#frames
  }

  /** Bytes that the unfinished message has according to its frames so far. */
  get messageBytes(): number {
    return this.#isUnfinished ? this.#bytes : 0
  }

  /** Memory of the unfinished message: of all parts of the connection in which it arrived, since it refers to them. */
  get held(): number {
    return this.#held
  }

  /** Milliseconds since the unfinished message began. */
  get age(): number {
    return this.#isUnfinished ? this.now() - this.#since : 0
  }

  /** Does not count the time until now, in which the client could not send. */
  restart(): void {
    this.#since = this.now()
  }

  add(part: Buffer): void {
    const begun = this.#begun
    for (let at = 0; at < part.length;) {
      const taken = Math.min(this.#left, part.length - at)
      at += taken
      this.#left -= taken
      if (taken === 0) this.#readHeader(part[at++] ?? 0)
      else if (this.#left === 0) this.#endFrame()
    }
    const before = begun === this.#begun ? this.#held : 0
    this.#held = this.#isUnfinished ? before + part.length + PART_OVERHEAD : 0
  }

  #readHeader(byte: number): void {
    this.#header[this.#headerBytes++] = byte
    const [first = 0, second = 0] = this.#header
    const short = second & 0x7f
    const lengthBytes = short === 127 ? 8 : short === 126 ? 2 : 0
    if (this.#headerBytes < 2 + lengthBytes) return
    this.#headerBytes = 0
    const length =
      lengthBytes === 0
        ? short
        : lengthBytes === 2
          ? this.#header.readUInt16BE(2)
          : Number(this.#header.readBigUInt64BE(2))
    this.#beginFrame(first, length)
    this.#left = length + (second & 0x80 ? MASK : 0)
    if (this.#left === 0) this.#endFrame()
  }

  #beginFrame(first: number, length: number): void {
    this.#frames += 1
    this.#isControl = (first & 0x08) !== 0
    if (this.#isControl) return
    this.#isLast = (first & 0x80) !== 0
    if (!this.#isUnfinished) {
      this.#isUnfinished = true
      this.#begun += 1
      this.#bytes = 0
      this.#since = this.now()
    }
    this.#bytes += length
  }

  #endFrame(): void {
    if (!this.#isControl && this.#isLast) this.#isUnfinished = false
  }
}
