// Kept twice, word for word: functions are deployed without the portal's libraries.

/**
 * A character of a message that must not be read as a mark of Markdown: a numeric reference of four digits. A backslash would do
 * in most Markdown, but messages are full of paths and patterns whose backslashes have to stay.
 */
const reference = /&#0(\d{3});/g
const isMark = (code: number): boolean => code > 32 && code < 127

/** The reference of a mark. */
export const referenceOf = (mark: string): string => `&#${String(mark.charCodeAt(0)).padStart(4, '0')};`

/** A text with the marks that its references stand for. */
export const withMarks = (text: string): string =>
  text.includes('&#0')
    ? text.replace(reference, (whole, digits: string) =>
        isMark(Number(digits)) ? String.fromCharCode(Number(digits)) : whole,
      )
    : text

/** A text whose own references stay as they are. */
export const keepReferences = (text: string): string =>
  text.includes('&#0') ? text.replace(reference, (whole) => referenceOf('&') + whole.slice(1)) : text
