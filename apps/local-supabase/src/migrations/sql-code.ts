/** A text or a quoted name, in which nothing is a comment; else blanks and comments in a row. */
const part =
  /(\b[eE]'(?:[^'\\]|''|\\[\s\S])*'|'(?:[^']|'')*'|"(?:[^"]|"")*")|(?:--[^\n]*|\/\*[\s\S]*?\*\/|\s)+/g

/** SQL without its comments and line breaks: equal for two texts that differ in nothing else. */
export const codeOf = (sql: string): string =>
  sql.replace(part, (_, text: string | undefined) => text ?? ' ').trim()
