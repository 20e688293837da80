/** PostgreSQL can store no zero byte, so no value contains the marks. */
const mark = '\0'
/** As JSON writes them at the ends of a string. Within a value, a quote follows a backslash. */
const [opening, closing] = ['"\\u0000', '\\u0000"']

/** A value that the answer contains as the database wrote it: JSON.parse would lose digits, spaces and their order. */
export const verbatim = (text: string): string => `${mark}${text}${mark}`

/** A number, unless JavaScript would write it differently: `12.50`, or a bigint. JSON has no NaN; PostgreSQL writes a string. */
export function exactNumber(text: string): number | string {
  if (!/^-?\d/.test(text)) return text
  return String(Number(text)) === text ? Number(text) : verbatim(text)
}

/** The body of an answer with its marked values as the database wrote them. */
export function unmarked(body: string, isCsv: boolean): string {
  if (isCsv) return body.replaceAll(mark, '')
  const parts: string[] = []
  let end = 0
  for (let start = body.indexOf(opening); start >= 0; start = body.indexOf(opening, end)) {
    const last = body.indexOf(closing, start + opening.length)
    parts.push(body.slice(end, start), JSON.parse(`"${body.slice(start + opening.length, last)}"`))
    end = last + closing.length
  }
  return parts.join('') + body.slice(end)
}

/** For lite's own queries. */
export function parseMarked(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith(mark)) return value
  return JSON.parse(value.slice(1, -1))
}
