/** Moves one id by `by` positions within the list. */
export function moved(ids: readonly string[], id: string, by: number): string[] {
  const from = ids.indexOf(id)
  if (from < 0) return [...ids]
  const rest = ids.filter((each) => each !== id)
  rest.splice(Math.min(Math.max(from + by, 0), rest.length), 0, id)
  return rest
}
