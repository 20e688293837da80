import { expect, it } from 'vitest'
import { filterFromParams, hasFilter, withParam } from './filter-params'

const read = (query: string) => filterFromParams(new URLSearchParams(query))

it.each([
  ['', {}],
  ['status=on_hold&priority=urgent&q=printer', { status: 'on_hold', priority: 'urgent', search: 'printer' }],
  ['status=everything&priority=critical&q=%20%20', {}],
  ['q=%20vpn%20', { search: 'vpn' }],
])('%j', (query, expected) => {
  expect(read(query)).toEqual(expected)
  expect(hasFilter(read(query))).toBe(Object.keys(expected).length > 0)
})

it('changes one filter and leaves the rest', () => {
  const params = new URLSearchParams('status=open&q=vpn')
  expect(withParam(params, 'status', 'closed').toString()).toBe('status=closed&q=vpn')
  expect(withParam(params, 'q', ' ').toString()).toBe('status=open')
  expect(params.toString()).toBe('status=open&q=vpn')
})
