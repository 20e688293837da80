/** Below this the clock and the collector of garbage decide. */
const FLOOR_US = 10_000

/** CPU time of a call in microseconds, the best of three. Unlike the clock it does not count the machine's other work. */
function cost(run: () => unknown): number {
  const tries = [1, 2, 3].map(() => {
    const before = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(before)
    return user + system
  })
  return Math.max(FLOOR_US, Math.min(...tries))
}

const factor = (run: (size: number) => unknown, size: number): number =>
  cost(() => run(2 * size)) / cost(() => run(size))

/** Between linear and quadratic. */
const DOUBTFUL = 2.5

/**
 * How the CPU time of a call grows with its input. A doubtful factor is measured again: a collection of garbage can fall
 * into all three calls with the larger input.
 * @param run - called with a size
 * @param size - large enough that a quadratic call takes seconds
 * @returns the factor for twice the size: 2 when linear, 4 when quadratic
 */
export function growth(run: (size: number) => unknown, size: number): number {
  const first = factor(run, size)
  return first < DOUBTFUL ? first : Math.min(first, factor(run, size))
}
