/** Whether a version is in a caret range, below it or above it. */
export type RangePosition = 'inside' | 'below' | 'above'

/**
 * Compares a version with a caret range (`^1.2.3`, the only kind that the build writes).
 * @throws Error for another notation
 */
export function positionInRange(version: string, range: string): RangePosition {
  const minimum = parse(range.replace(/^\^/, ''))
  const given = parse(version)
  if (compare(given, minimum) < 0) return 'below'
  // up to the first part that is not zero, all parts are equal
  const fixed = minimum.findIndex((part) => part > 0)
  const same = minimum.slice(0, (fixed === -1 ? 2 : fixed) + 1).every((part, index) => part === given[index])
  return same ? 'inside' : 'above'
}

function parse(version: string): number[] {
  const match = /^(\d+)\.(\d+)\.(\d+)(?:[-+].*)?$/.exec(version)
  if (!match) throw new Error(`${version} is not a version`)
  return match.slice(1, 4).map(Number)
}

function compare(a: number[], b: number[]): number {
  const index = a.findIndex((part, place) => part !== b[place])
  return index === -1 ? 0 : (a[index] ?? 0) - (b[index] ?? 0)
}
