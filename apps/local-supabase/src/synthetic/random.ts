/** Repeatable random numbers (mulberry32): equal seeds give equal sequences. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** A number from 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let bits = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61)
    return ((bits ^ (bits >>> 14)) >>> 0) / 4_294_967_296
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

  /**
   * An index of a list whose first ones are frequent and whose last ones are rare: index n has the weight
   * 1 / (n + shift) ^ exponent.
   * @param exponent - below 1; the share of the first one grows with it
   */
  ranked(count: number, exponent: number, shift = 1): number {
    const power = 1 - exponent
    const from = shift ** power
    const to = (count + shift) ** power
    return Math.floor((from + (to - from) * this.next()) ** (1 / power) - shift)
  }
}
