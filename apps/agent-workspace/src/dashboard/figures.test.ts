import { describe, expect, it } from 'vitest'
import { figuresOf } from './figures'

const stats = {
  assigned_tickets: 7,
  resolved_today: 0,
  average_response_time: 12.5,
  satisfaction_rate: 0.945,
}
const values = (figures: ReturnType<typeof figuresOf>) => figures.map(({ value }) => value)

describe('figuresOf', () => {
  it('rounds minutes and shows the share as a percentage', () => {
    expect(values(figuresOf(stats))).toEqual(['7', '0', '13 min', '95%'])
  })
  it('distinguishes no data from zero', () => {
    const none = { ...stats, average_response_time: null, satisfaction_rate: null }
    expect(values(figuresOf(none))).toEqual(['7', '0', '–', '–'])
    expect(values(figuresOf({ ...stats, average_response_time: 0, satisfaction_rate: 0 }))).toEqual([
      '7',
      '0',
      '0 min',
      '0%',
    ])
  })
  it('has the titles and captions of the specification', () => {
    expect(figuresOf(undefined).map(({ title, caption }) => [title, caption])).toEqual([
      ['Assigned Tickets', 'Active cases'],
      ['Resolved Today', 'Completed tickets'],
      ['Average Response', 'Response time'],
      ['Customer Satisfaction', 'Last 30 days'],
    ])
  })
})
