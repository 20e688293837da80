/** Average response on the customer's card: minutes as `12 min`, `1.5h` from an hour on. */
export function responseTime(minutes: number): string {
  if (minutes < 60) return `${Math.max(1, Math.round(minutes))} min`
  return `${Number((minutes / 60).toFixed(1))}h`
}
