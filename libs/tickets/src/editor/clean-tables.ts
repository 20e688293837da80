const MOST_ROWS = 500
const MOST_COLUMNS = 50

function lineOf(cell: Element): string {
  for (const end of cell.querySelectorAll('br, div, p')) end.after(' ')
  return (cell.textContent ?? '').replace(/\s+/g, ' ').trim()
}

/** A whole number of an attribute, within what a table may have. */
const spanOf = (cell: Element): number => {
  const span = Number(cell.getAttribute('colspan') ?? 1)
  return Number.isInteger(span) && span > 0 ? Math.min(span, MOST_COLUMNS) : 1
}

/** The cells of a table with data; null for one that only lays out a page or a mail, or that is too large. */
export function dataTable(table: Element): string[][] | null {
  if (table.querySelector('table, ul, ol, pre, blockquote, h1, h2, h3, p + p')) return null
  const rows = [...table.querySelectorAll('tr')].map((row) =>
    [...row.children].flatMap((cell) => [
      lineOf(cell),
      ...Array.from({ length: spanOf(cell) - 1 }, () => ''),
    ]),
  )
  const seen = rows.filter((cells) => cells.some(Boolean))
  const width = Math.max(0, ...seen.map((cells) => cells.findLastIndex(Boolean) + 1))
  if (width < 2 || width > MOST_COLUMNS || seen.length > MOST_ROWS) return null
  return seen.map((cells) => Array.from({ length: width }, (_none, column) => cells[column] ?? ''))
}

const rowOf = (cells: readonly string[]): string =>
  `|${cells.map((cell) => (cell ? ` ${cell.replaceAll('|', '\\|')} |` : ' |')).join('')}`

/** The lines of a table in Markdown; one row alone is no table. */
export function tableLines(rows: readonly string[][]): string[] {
  const [head = [], ...body] = rows
  if (body.length === 0) return [head.filter(Boolean).join(' | ')]
  return [rowOf(head), rowOf(head.map(() => '---')), ...body.map(rowOf)]
}
