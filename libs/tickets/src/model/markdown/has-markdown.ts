// Each alternative looks at a few characters, so that no text makes the search slow.
const marks = /[*_`[]|&#0\d{3};|^ {0,3}(?:>|#{1,6} |[-+] |\d{1,9}[.)] )/m

/** True for text that may look different as Markdown; other text needs no parser. */
export const hasMarkdown = (text: string): boolean => marks.test(text)
