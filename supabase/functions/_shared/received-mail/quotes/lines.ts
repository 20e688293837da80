export const isBlank = (line: string | undefined) => !line?.trim()

export function skipBlank(lines: readonly string[], at: number): number {
  let next = at
  while (next < lines.length && isBlank(lines[next])) next += 1
  return next
}

export function endOfParagraph(lines: readonly string[], at: number): number {
  let next = at
  while (next < lines.length && !isBlank(lines[next])) next += 1
  return next
}

export function lastText(lines: readonly string[], before: number, earliest = 0): number {
  let last = before - 1
  while (last >= earliest && isBlank(lines[last])) last -= 1
  return last
}
