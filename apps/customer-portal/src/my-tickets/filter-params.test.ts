import { expect, it } from 'vitest'
import { filterFromParams, hasFilter, rowsFromParams, withMoreRows, withParam } from './filter-params'

const read = (query: string) => filterFromParams(new URLSearchParams(query))

it.each([
  ['', {}],
  ['status=on_hold&priority=urgent&q=printer', { status: 'on_hold', priority: 'urgent', search: 'printer' }],
  ['status=everything&priority=critical&q=%20%20', {}],
  ['q=%20vpn%20', { search: 'vpn' }],
])('reads the filter of %j', (query, expected) => {
  expect(read(query)).toEqual(expected)
  expect(hasFilter(read(query))).toBe(Object.keys(expected).length > 0)
})

it.each([
  ['', 50],
  ['rows=50', 50],
  ['rows=51', 100],
  ['rows=100', 100],
  ['rows=0', 50],
  ['rows=-7', 50],
  ['rows=many', 50],
  ['rows=Infinity', 50],
  ['rows=1000000', 1000],
])('reads %j as %i rows', (query, expected) => {
  expect(rowsFromParams(new URLSearchParams(query))).toBe(expected)
})

it('withParam changes one filter and resets the number of rows', () => {
  const params = new URLSearchParams('status=open&q=vpn&rows=150')
  expect(withParam(params, 'status', 'closed').toString()).toBe('status=closed&q=vpn')
  expect(withParam(params, 'q', ' ').toString()).toBe('status=open')
  expect(params.toString()).toBe('status=open&q=vpn&rows=150')
})

it('withMoreRows adds one page', () => {
  const once = withMoreRows(new URLSearchParams('q=vpn'))
  expect(once.toString()).toBe('q=vpn&rows=100')
  expect(withMoreRows(once).toString()).toBe('q=vpn&rows=150')
})
