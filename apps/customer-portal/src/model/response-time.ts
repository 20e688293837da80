import * as texts from './response-texts'

/** Formats minutes as `12 min`, from an hour on as `1.5h`. */
export function responseTime(minutes: number): string {
  if (minutes < 60) return texts.minutes(Math.max(1, Math.round(minutes)))
  return texts.hours(Number((minutes / 60).toFixed(1)))
}
