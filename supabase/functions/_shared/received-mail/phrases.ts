/** A list of phrases that is written as text: one behind the other, separated by `;` or the end of a line. */
export const phrases = ({ raw }: TemplateStringsArray): string[] =>
  raw
    .join('')
    .split(/[;\n]/)
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
