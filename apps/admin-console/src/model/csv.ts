type CsvValue = string | number | null

/** Text that spreadsheets evaluate as a formula (OWASP, "CSV injection"). */
const formula = /^[=+\-@\t\r＝＋－＠]/
/** The same behind another separator, or quotes, with which a spreadsheet of another language splits the line. */
const laterFormula = /([;|\t\r\n][ "]*)(?=[=+\-@＝＋－＠])/g
const needsQuotes = /[",\r\n]/

/** Makes spreadsheets read the file as UTF-8. */
export const CSV_BOM = '\uFEFF'

/** Formats a cell: formulas get a leading apostrophe, numbers stay numbers, null is empty. */
export function csvCell(value: CsvValue): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const harmless = (formula.test(value) ? `'${value}` : value).replace(laterFormula, "$1'")
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}

/** Formats a record with the line ending of RFC 4180. */
export const csvLine = (cells: readonly CsvValue[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** Writes times of a time zone as spreadsheets read them, in whole seconds: `2026-01-05 10:00:03`. */
export function timeCellIn(zone: string): (time: string) => string {
  // The format of Sweden is that of ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
  return (time) => format.format(new Date(time))
}
