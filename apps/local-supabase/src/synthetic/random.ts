/** Mixes the bits of a 32-bit integer (the finaliser of MurmurHash3). */
function mix(value: number): number {
  let bits = value | 0
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b)
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

const hex = Array.from({ length: 65_536 }, (_, n) => n.toString(16).padStart(4, '0'))

/**
 * Deterministic random numbers (sfc32). Equal keys give equal sequences, so that row n of a large load can be made again
 * without the rows before it.
 * @param keys - any integers, such as the seed, a row number and the purpose
 */
export class Random {
  #a = 0x9e3779b9
  #b = 0x243f6a88
  #c = 0xb7e15162
  #counter = 1

  constructor(...keys: readonly number[]) {
    for (const key of keys) {
      this.#a = mix(this.#a ^ key)
      this.#b = mix(this.#b + this.#a)
      this.#c = mix(this.#c ^ this.#b)
    }
    for (let n = 0; n < 8; n++) this.bits()
  }

  /** 32 random bits as a signed integer. */
  bits(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0
    this.#counter = (this.#counter + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum
    this.#c |= 0
    return sum
  }

  /** A number from 0 to below 1. */
  next(): number {
    return (this.bits() >>> 0) / 4_294_967_296
  }

  /** An integer from 0 to below the count. */
  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  isBelow(probability: number): boolean {
    return this.next() < probability
  }

  /** @throws RangeError when the list is empty */
  pick<T>(list: readonly T[]): T {
    const found = list[this.below(list.length)]
    if (found === undefined) throw new RangeError('Nothing to pick from')
    return found
  }

  /** A version 4 UUID. */
  uuid(): string {
    const [a, b, c, d] = [this.bits(), this.bits(), this.bits(), this.bits()]
    const variant = 0x8000 | ((c >>> 16) & 0x3fff)
    return `${hex[a >>> 16]}${hex[a & 0xffff]}-${hex[b >>> 16]}-${hex[0x4000 | (b & 0xfff)]}-${hex[variant]}-${hex[c & 0xffff]}${hex[d >>> 16]}${hex[d & 0xffff]}`
  }
}

/**
 * Draws indexes by weight in constant time (Vose's alias method).
 * @param weights - one positive number for each index, in any unit
 */
export class WeightedIndex {
  readonly #keep: Float64Array
  readonly #alias: Int32Array

  constructor(weights: readonly number[]) {
    const count = weights.length
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const scaled = Float64Array.from(weights, (weight) => (weight * count) / total)
    this.#keep = new Float64Array(count).fill(1)
    this.#alias = Int32Array.from({ length: count }, (_, n) => n)
    const light: number[] = []
    const heavy: number[] = []
    scaled.forEach((weight, n) => (weight < 1 ? light : heavy).push(n))
    while (light.length && heavy.length) {
      const low = light.pop()!
      const high = heavy.pop()!
      this.#keep[low] = scaled[low]!
      this.#alias[low] = high
      scaled[high] = scaled[high]! + scaled[low]! - 1
      if (scaled[high]! < 1) light.push(high)
      else heavy.push(high)
    }
  }

  draw(random: Random): number {
    const at = random.next() * this.#keep.length
    const index = Math.floor(at)
    return at - index < this.#keep[index]! ? index : this.#alias[index]!
  }
}

/** Weights of a Zipf–Mandelbrot distribution: rank r (from 1) has the weight 1 / (r + shift) ^ exponent. */
export const zipfWeights = (count: number, exponent: number, shift = 0): number[] =>
  Array.from({ length: count }, (_, n) => 1 / (n + 1 + shift) ** exponent)
