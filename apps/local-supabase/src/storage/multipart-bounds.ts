// Kept twice, word for word: functions are deployed without the backend.

/** Characters of a part's header. Browsers and mail providers send a few hundred; types may have long parameters. */
const MAX_HEADER = 32 * 1024

/** A part of a form, with one character for each byte. */
export interface Part {
  header: string
  content: string
}

/** The boundary that a Content-Type names: what is counted by it has to be parsed by the same one, so name it again. */
export function boundaryOf(contentType: string): string | undefined {
  return /;[ \t]*boundary=("?)([\w'()+,./:=?-]{1,70})\1[ \t]*(?:;|$)/i.exec(contentType)?.[2]
}

/**
 * Finds the parts of a form without parsing them: `formData()` takes seconds for many parts or long headers.
 * @returns undefined for more parts than `max`, or a header that is longer than anybody sends
 */
export function partsOf(body: Uint8Array, boundary: string, max: number): Part[] | undefined {
  const text = new TextDecoder('latin1').decode(body)
  const mark = `--${boundary}`
  const parts: Part[] = []
  let marks = 0
  let at = text.indexOf(mark)
  while (at >= 0) {
    marks += 1
    // The last mark ends the form.
    if (marks > max + 1) return undefined
    const start = at + mark.length
    const next = text.indexOf(mark, start)
    const end = next < 0 ? text.length : next
    const length = text.slice(start, Math.min(end, start + MAX_HEADER)).indexOf('\r\n\r\n')
    if (length >= 0)
      parts.push({
        header: text.slice(start, start + length),
        content: text.slice(start + length + 4, end - 2),
      })
    else if (end - start > MAX_HEADER) return undefined
    at = next
  }
  return parts
}
