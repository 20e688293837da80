import { describe, expect, it } from 'vitest'
import { isAdminDashboard, SAMPLE_DASHBOARD, shownDashboard } from './dashboard'
import { countText, durationText, percentText } from './figures'

describe('figures', () => {
  it.each([
    [0, '0'],
    [42, '42'],
    [1234, '1,234'],
    [1234567, '1,234,567'],
  ])('format the count %d as %s', (count, text) => expect(countText(count)).toBe(text))

  it.each([
    [null, '–'],
    [0, '0%'],
    [0.001, '<1%'],
    [0.94, '94%'],
    [0.944, '94%'],
    [0.945, '95%'],
    [0.9999, '>99%'],
    [1, '100%'],
  ])('format the share %s as %s', (share, text) => expect(percentText(share)).toBe(text))

  it.each([
    [null, '–'],
    [0, 'under 1 min'],
    [0.99, 'under 1 min'],
    [1, '1 min'],
    [12.4, '12 min'],
    [59.4, '59 min'],
    [59.6, '1h'],
    [60, '1h'],
    [90, '1.5h'],
    [1440, '24h'],
    [2879, '48h'],
    [2880, '2 days'],
    [14160, '9.8 days'],
  ])('format %s minutes as %s', (minutes, text) => expect(durationText(minutes)).toBe(text))
})

describe('shownDashboard', () => {
  const live = { ...SAMPLE_DASHBOARD, has_tickets: true, total_users: 3, agents: [] }
  it('is live from the first ticket on', () => {
    expect(shownDashboard(live)).toEqual({ figures: live, isSample: false })
  })
  it('is the marked sample of the specification before that', () => {
    const { figures, isSample } = shownDashboard({ ...live, has_tickets: false })
    expect(isSample).toBe(true)
    expect(figures).toMatchObject({
      total_users: 1234,
      active_tickets: 42,
      unassigned_tickets: 15,
      response_minutes: 90,
      resolution_rate: 0.94,
    })
    expect(figures.agents).toHaveLength(2)
  })
})

describe('isAdminDashboard', () => {
  const { agents, ...figures } = SAMPLE_DASHBOARD
  it('accepts results with nulls and additional keys', () => {
    expect(isAdminDashboard(SAMPLE_DASHBOARD)).toBe(true)
    expect(
      isAdminDashboard({ ...figures, agents: [], response_minutes: null, resolution_rate: null, more: 1 }),
    ).toBe(true)
  })
  it.each([
    [null],
    ['text'],
    [{}],
    [{ ...figures }],
    [{ ...figures, agents: {} }],
    [{ ...figures, agents: [{ ...agents[0], assigned: '3' }] }],
    [{ ...SAMPLE_DASHBOARD, total_users: '1234' }],
    [{ ...SAMPLE_DASHBOARD, has_tickets: null }],
  ])('rejects %j', (value) => expect(isAdminDashboard(value)).toBe(false))
})
