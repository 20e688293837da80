// Kept twice, word for word: functions are deployed without the portal's libraries.

/** Letters of a word; the longest words of any language have fewer. */
const MAX_WORD = 100
/** Letters of a paragraph: some 400 words. */
const MAX_PARAGRAPH = 2_000

const ZERO_WIDTH_SPACE = '\u200b'

/** Letters of scripts that join, stack or run from the right. */
const letters =
  /[\p{M}\u0590-\u109f\u1700-\u18af\u1900-\u1cff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{11fff}\u{1e800}-\u{1efff}]{1,100}/gu

/**
 * Breaks words and paragraphs of such scripts. Browsers shape a word anew for each line that it takes, and order the whole paragraph
 * for each: 10,000 letters without a blank take a second, 100,000 half a minute.
 * @param lineBreak - put behind so many letters of one paragraph
 */
export function createRunBreaker(lineBreak: string) {
  let [inParagraph, total] = [0, 0]
  return {
    /** Letters of such scripts in all texts so far. */
    letters: () => total,
    /** The text, with a place to break in words without end. It goes on with the paragraph of the text before. */
    break: (text: string): string =>
      text.replace(letters, (found) => {
        total += found.length
        inParagraph += found.length
        if (inParagraph > MAX_PARAGRAPH) {
          inParagraph = 0
          return found + lineBreak
        }
        return found.length < MAX_WORD ? found : found + ZERO_WIDTH_SPACE
      }),
    startParagraph() {
      inParagraph = 0
    },
  }
}

/**
 * So many signs of a line, up to the end of a word. Where the direction of each line is its own, 33,000 numbers in one of any script
 * take seconds.
 */
const longLine = /[^\n]{9900}(?=[^\n]{101})\S{0,100}/gu

/** A text of lines, with breaks in those for which the page would stand still. */
export function breakShapedRuns(text: string): string {
  const breaker = createRunBreaker('\n')
  return text.replace(longLine, '$&\n').replace(/[^\n]+/g, (line) => {
    breaker.startParagraph()
    return breaker.break(line)
  })
}
