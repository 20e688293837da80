import { createRunBreaker } from '../../shaped-runs.ts'

/** As many as are shown of a text. */
const MAX_LETTERS = 200_000

const piece = /<[^<>]*>|<?[^<]+|</g

/** Tags of elements that begin a paragraph, and end one. */
const block =
  /^<\/?(?:p|div|br|hr|h[1-6]|blockquote|pre|ul|ol|li|dl|dt|dd|table|thead|tbody|tfoot|tr|td|th|caption|center)\b/i

/**
 * Safe HTML, with breaks in words and paragraphs for which the page would stand still, up to the number of letters for which it would
 * do so anyway.
 */
export function breakShapedPage(html: string): string {
  const breaker = createRunBreaker('<br>')
  let page = ''
  for (const [found] of html.matchAll(piece)) {
    if (block.test(found)) breaker.startParagraph()
    page += found.startsWith('<') ? found : breaker.break(found)
    if (breaker.letters() > MAX_LETTERS) return page
  }
  return page
}
