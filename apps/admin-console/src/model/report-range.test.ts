import { describe, expect, it } from 'vitest'
import { addDays, dayAt, daysIn, dayText, isDay, shortDayText } from './days'
import { presetRange, rangeErrors, rangeOf, withRange } from './report-range'

const TODAY = '2026-03-01'
const search = (text: string) => new URLSearchParams(text)

describe('days', () => {
  it.each([
    ['2026-02-28', true],
    ['2024-02-29', true],
    ['2026-02-29', false],
    ['2026-13-01', false],
    ['2026-1-1', false],
    ['', false],
    ['today', false],
  ])('%s is a day: %s', (text, is) => expect(isDay(text)).toBe(is))

  it('adds days across months, years and clock changes', () => {
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
    expect(addDays('2025-12-31', 1)).toBe('2026-01-01')
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
    expect(daysIn('2026-03-28', '2026-03-30')).toBe(3)
    expect(daysIn('2026-03-01', '2026-03-01')).toBe(1)
  })

  it('depends on the time zone', () => {
    const moment = new Date('2026-03-01T02:00:00Z')
    expect(dayAt(moment, 'UTC')).toBe('2026-03-01')
    expect(dayAt(moment, 'America/New_York')).toBe('2026-02-28')
    expect(dayAt(new Date('2026-03-01T23:30:00Z'), 'Europe/Berlin')).toBe('2026-03-02')
  })

  it('formats days', () => {
    expect(dayText('2026-01-31')).toBe('Jan 31, 2026')
    expect(shortDayText('2026-01-31')).toBe('Jan 31')
  })
})

describe('presets', () => {
  it.each([
    ['7d', '2026-02-23', TODAY],
    ['30d', '2026-01-31', TODAY],
    ['90d', '2025-12-02', TODAY],
    ['month', '2026-03-01', TODAY],
    ['last-month', '2026-02-01', '2026-02-28'],
    ['year', '2026-01-01', TODAY],
  ] as const)('resolve %s to %s until %s', (preset, from, to) => {
    expect(presetRange(preset, TODAY)).toEqual({ from, to })
  })
  it('last month in January is December', () => {
    expect(presetRange('last-month', '2026-01-15')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
  })
})

describe('rangeErrors', () => {
  it.each([
    [{ from: '', to: TODAY }, { from: 'Enter the first day' }],
    [
      { from: '2026-02-30', to: '' },
      { from: 'Enter the first day', to: 'Enter the last day' },
    ],
    [{ from: TODAY, to: '2026-03-02' }, { to: 'The last day cannot be after today' }],
    [
      { from: '2026-03-02', to: '2026-03-02' },
      { from: 'The first day cannot be after today', to: 'The last day cannot be after today' },
    ],
    [{ from: TODAY, to: '2026-02-28' }, { to: 'The last day cannot be before the first' }],
    [{ from: addDays(TODAY, -367), to: TODAY }, { to: 'Choose at most 367 days' }],
    [{ from: addDays(TODAY, -366), to: TODAY }, {}],
    [{ from: TODAY, to: TODAY }, {}],
  ])('validates %j: %j', (range, errors) => expect(rangeErrors(range, TODAY)).toEqual(errors))
})

describe('report range in the URL', () => {
  it('defaults to the last 30 days', () => {
    expect(rangeOf(search(''), TODAY)).toMatchObject({ preset: '30d', from: '2026-01-31', errors: {} })
    expect(rangeOf(search('range=centuries'), TODAY).preset).toBe('30d')
    expect(rangeOf(search('range=year'), TODAY).preset).toBe('year')
  })
  it('may be custom, and is validated', () => {
    expect(rangeOf(search('from=2026-02-01&to=2026-02-10'), TODAY)).toEqual({
      preset: null,
      from: '2026-02-01',
      to: '2026-02-10',
      errors: {},
    })
    expect(rangeOf(search('from=2026-02-01'), TODAY).errors).toEqual({ to: 'Enter the last day' })
  })
  it('round-trips', () => {
    const before = search('range=7d&x=1')
    expect(withRange(before, { from: '2026-02-01', to: '2026-02-02' }).toString()).toBe(
      'x=1&from=2026-02-01&to=2026-02-02',
    )
    expect(withRange(before, '90d').toString()).toBe('x=1&range=90d')
    expect(withRange(before, '30d').toString()).toBe('x=1')
    expect(before.toString()).toBe('range=7d&x=1')
  })
})
