/** PostgreSQL can store no zero byte, so no value contains the marks. */
const mark = '\0'
const marked = /"\\u0000((?:[^"\\]|\\.)*)\\u0000"/g

/** A value that the answer contains as the database wrote it: JSON.parse would lose digits, spaces and their order. */
export const verbatim = (text: string): string => `${mark}${text}${mark}`

/** A number, unless JavaScript would write it differently: `12.50`, or a bigint. JSON has no NaN; PostgreSQL writes a string. */
export function exactNumber(text: string): number | string {
  if (!/^-?\d/.test(text)) return text
  return String(Number(text)) === text ? Number(text) : verbatim(text)
}

/** The body of an answer with its marked values as the database wrote them. */
export const unmarked = (body: string, isCsv: boolean): string =>
  isCsv ? body.replaceAll(mark, '') : body.replace(marked, (_, text: string) => JSON.parse(`"${text}"`))

/** For lite's own queries. */
export function parseMarked(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith(mark)) return value
  return JSON.parse(value.slice(1, -1))
}
