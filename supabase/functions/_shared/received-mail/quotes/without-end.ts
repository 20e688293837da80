/** The text without the signs at its end; a pattern would begin anew at every sign of the text. */
export function withoutEnd(text: string, sign: RegExp): string {
  let end = text.length
  while (end > 0 && sign.test(text[end - 1] ?? '')) end -= 1
  return text.slice(0, end)
}
