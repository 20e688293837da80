import { describe, expect, it } from 'vitest'
import { DEFAULT_WORKLIST, narrows, statusOf, withWorklist, worklistOf } from './worklist'

const read = (query: string) => worklistOf(new URLSearchParams(query))
const write = (query: string, change: Partial<typeof DEFAULT_WORKLIST>) =>
  withWorklist(new URLSearchParams(query), { ...DEFAULT_WORKLIST, ...change }).toString()

describe('list filter in the URL', () => {
  it.each([
    ['', {}],
    ['sort=created_at&dir=desc', { sort: 'created_at' }],
    ['q=vpn&typed=1', { search: 'vpn', asTyped: true }],
    [
      'q=%20vpn%20&status=on_hold&priority=medium&tag=billing&sort=priority&dir=asc',
      {
        search: 'vpn',
        status: 'on_hold',
        priority: 'medium',
        tag: 'billing',
        sort: 'priority',
        ascending: true,
      },
    ],
    ['status=everything&priority=critical&sort=description&dir=up&tag=%20&q=%20', {}],
    ['q=%25_%5C%22%27%3Cb%3E', { search: '%_\\"\'<b>' }],
  ])('reads %j', (query, expected) => expect(read(query)).toEqual({ ...DEFAULT_WORKLIST, ...expected }))

  it('truncates long values', () => {
    expect(read(`q=${'x'.repeat(201)}`).search).toHaveLength(200)
  })

  it('omits defaults and keeps unrelated parameters', () => {
    expect(write('view=42&q=old&sort=priority&dir=asc', {})).toBe('view=42')
    expect(write('', { search: ' a b ', status: 'open', ascending: true })).toBe('q=a+b&status=open&dir=asc')
  })

  it.each([
    'q=vpn&status=closed&priority=low&tag=x&sort=priority&dir=asc&typed=1',
    'q=vpn&sort=created_at',
    'sort=waiting',
    'sort=updated_at',
    '',
  ])('round-trips %j', (query) =>
    expect(withWorklist(new URLSearchParams(), read(query)).toString()).toBe(query),
  )

  it('detects a filter that hides tickets', () => {
    expect(narrows(DEFAULT_WORKLIST)).toBe(false)
    expect(narrows({ ...DEFAULT_WORKLIST, sort: 'priority', ascending: true, search: '  ' })).toBe(false)
    expect(narrows({ ...DEFAULT_WORKLIST, tag: 'x' })).toBe(true)
  })

  it.each([
    ['', true, 'active'],
    ['', false, 'all'],
    ['status=all', true, 'all'],
    ['status=active', false, 'active'],
    ['status=solved', true, 'solved'],
    ['q=vpn', true, 'all'],
    ['q=vpn&status=active', true, 'active'],
    ['q=vpn&status=solved', true, 'solved'],
  ])('shows for %j with active first %s the status %s', (query, activeFirst, status) =>
    expect(statusOf(read(query), activeFirst)).toBe(status),
  )
})
