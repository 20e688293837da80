interface Row {
  unit: string
  measured: number
  budget: number | string
  verdict: string
}

const rows: Record<string, Row> = {}

/** Three digits are enough to compare. */
export const round = (value: number): number => Number(value.toPrecision(3))

/**
 * Adds a line to the table, and prints it at once, for runs that end early.
 * @param budget - the most that is allowed; undefined: for information
 */
export function addRow(what: string, unit: string, measured: number, budget?: number): void {
  const isMet = budget === undefined ? undefined : measured <= budget
  const name = `${what}${unit in { ms: 1, buffers: 1 } ? ` (${unit})` : ''}`
  rows[name] = {
    unit,
    measured: round(measured),
    budget: budget === undefined ? '' : `≤ ${budget}`,
    verdict: isMet === undefined ? '' : isMet ? 'met' : 'MISSED',
  }
  process.stdout.write(`         ${name}: ${round(measured)} ${unit}\n`)
}

/** Prints the table. @returns whether every budget is met */
export function printTable(): boolean {
  console.table(rows)
  return Object.values(rows).every(({ verdict }) => verdict !== 'MISSED')
}
