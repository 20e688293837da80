import { addDays, daysIn, isDay, type Day } from './days'
import * as texts from './report-texts'

/** The database's limit for the days of a report, both ends included. */
const RANGE_MAX_DAYS = 367

export const RANGE_PRESETS = ['7d', '30d', '90d', 'month', 'last-month', 'year'] as const
export type RangePreset = (typeof RANGE_PRESETS)[number]
const DEFAULT_PRESET: RangePreset = '30d'

export const presetLabels: Record<RangePreset, string> = {
  '7d': texts.last7Days,
  '30d': texts.last30Days,
  '90d': texts.last90Days,
  month: texts.thisMonth,
  'last-month': texts.lastMonth,
  year: texts.thisYear,
}

export interface DayRange {
  from: Day
  to: Day
}

/** The days of a preset; current periods end today. */
export function presetRange(preset: RangePreset, today: Day): DayRange {
  const monthStart = `${today.slice(0, 7)}-01`
  switch (preset) {
    case '7d':
      return { from: addDays(today, -6), to: today }
    case '30d':
      return { from: addDays(today, -29), to: today }
    case '90d':
      return { from: addDays(today, -89), to: today }
    case 'month':
      return { from: monthStart, to: today }
    case 'last-month': {
      const to = addDays(monthStart, -1)
      return { from: `${to.slice(0, 7)}-01`, to }
    }
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today }
  }
}

interface RangeErrors {
  from?: string
  to?: string
}

/** Errors of a typed range, by field; empty when it is valid. */
export function rangeErrors({ from, to }: DayRange, today: Day): RangeErrors {
  const errors: RangeErrors = {}
  if (!isDay(from)) errors.from = texts.firstDayMissing
  else if (from > today) errors.from = texts.firstDayInFuture
  if (!isDay(to)) errors.to = texts.lastDayMissing
  else if (to > today) errors.to = texts.lastDayInFuture
  if (errors.from || errors.to) return errors
  if (to < from) return { to: texts.lastDayTooEarly }
  if (daysIn(from, to) > RANGE_MAX_DAYS) return { to: texts.tooManyDays(RANGE_MAX_DAYS) }
  return {}
}

export interface ChosenRange extends DayRange {
  /** null for a custom range. */
  preset: RangePreset | null
  errors: RangeErrors
}

/**
 * The range in the URL: `?range=90d` or `?from=2026-01-01&to=2026-01-31`; the default without either. An invalid
 * custom range is returned with its errors.
 */
export function rangeOf(params: URLSearchParams, today: Day): ChosenRange {
  const from = params.get('from')
  const to = params.get('to')
  if (from !== null || to !== null) {
    const range = { from: from ?? '', to: to ?? '' }
    return { ...range, preset: null, errors: rangeErrors(range, today) }
  }
  const requested = params.get('range')
  const preset = RANGE_PRESETS.find((each) => each === requested) ?? DEFAULT_PRESET
  return { ...presetRange(preset, today), preset, errors: {} }
}

/** Writes a preset or a custom range to the search parameters; other parameters stay. */
export function withRange(params: URLSearchParams, range: RangePreset | DayRange): URLSearchParams {
  const next = new URLSearchParams(params)
  for (const key of ['range', 'from', 'to']) next.delete(key)
  if (typeof range !== 'string') {
    next.set('from', range.from)
    next.set('to', range.to)
  } else if (range !== DEFAULT_PRESET) next.set('range', range)
  return next
}
