import { describe, expect, it } from 'vitest'
import { dayOf, parseSearch } from './search-grammar'
import { filterText, searchTokens } from './search-tokens'

const errorsOf = (query: string) => parseSearch(query).errors

describe('search tokens', () => {
  const values = (query: string) =>
    searchTokens(query).map(({ key, value }) => (key ? `${key}=${value}` : value))
  it.each([
    ['', []],
    ['   ', []],
    [' vpn  down ', ['vpn', 'down']],
    ['"vpn is down" now', ['"vpn is down"', 'now']],
    ['status:open vpn', ['status=open', 'vpn']],
    ['Status:open', ['status=open']],
    ['from:"Ann Lee"invoice', ['from=Ann Lee', 'invoice']],
    ['from:"" x', ['from=', 'x']],
    ['status: open', ['status=', 'open']],
    ['"status:open"', ['"status:open"']],
    ['https://status:8080', ['https://status:8080']],
    ['mystatus:open', ['mystatus:open']],
    ['a 5" disk status:open', ['a', '5"', 'disk', 'status=open']],
    ['"open phrase status:open', ['"open', 'phrase', 'status=open']],
    ['assigned:"Jun tag:x', ['assigned=Jun tag:x']],
    ['tag:a:b', ['tag=a:b']],
  ])('of %j', (query, expected) => expect(values(query)).toEqual(expected))

  it('have the positions of their text', () => {
    const query = '  from:"Ann Lee" vpn'
    expect(searchTokens(query).map(({ start, end }) => query.slice(start, end))).toEqual([
      'from:"Ann Lee"',
      'vpn',
    ])
  })

  it.each([
    ['assigned', 'me', 'assigned:me'],
    ['assigned', 'Jun Takahashi', 'assigned:"Jun Takahashi"'],
    ['tag', 'a "b" c', 'tag:"a b c"'],
  ] as const)('write %s with %j', (key, value, text) => expect(filterText(key, value)).toBe(text))
})

describe('search grammar', () => {
  it('separates words from filters', () => {
    expect(
      parseSearch(
        'vpn status:"In Progress" priority:HIGH from:"Ann Lee" assigned:me tag:" Billing  EU " slow',
      ),
    ).toEqual({
      text: 'vpn slow',
      status: 'in_progress',
      priority: 'high',
      from: 'Ann Lee',
      assigned: 'me',
      tag: 'billing eu',
      errors: [],
    })
  })

  it.each(['in_progress', 'in-progress', '"in progress"', 'In-Progress'])(
    'knows status:%s, however it is spelt',
    (status) => expect(parseSearch(`status:${status}`)).toMatchObject({ status: 'in_progress', errors: [] }),
  )

  it('reads days in the local time zone: after: includes its day, before: does not', () => {
    const {
      createdFrom = '',
      createdUntil = '',
      errors,
    } = parseSearch('x after:2026-01-05 before:2026-01-06')
    expect(errors).toEqual([])
    expect(new Date(createdFrom)).toEqual(new Date(2026, 0, 5, 0, 0, 0, 0))
    expect(new Date(createdUntil)).toEqual(new Date(2026, 0, 5, 23, 59, 59, 999))
  })

  it.each([
    ['status:opne', 'Unknown status: opne. Try open, in_progress, pending, on_hold, solved, closed.'],
    ['priority:1', 'Unknown priority: 1. Try urgent, high, medium, normal, low.'],
    ['status:', 'status: needs a value.'],
    ['from:" "', 'from: needs a value.'],
    ['assigned:"Jun', 'The quotation mark after assigned: is not closed.'],
    ['tag:a tag:b', 'tag: can be used once.'],
    ['x before:yesterday', 'before: needs a day such as 2026-01-31.'],
    ['x after:2026-02-30', 'after: needs a day such as 2026-01-31.'],
    ['x after:2026-01-06 before:2026-01-06', 'The date of after: must be earlier than the date of before:.'],
    ['after:2026-01-06', 'Add a search word to before: or after:.'],
  ])('reports %j', (query, error) => expect(errorsOf(query)).toEqual([error]))

  it('reports each error once and reads the other filters', () => {
    const parsed = parseSearch('status:x priority:low before:1')
    expect(parsed.errors).toHaveLength(2)
    expect(parsed.priority).toBe('low')
    expect(parsed).not.toHaveProperty('status')
  })

  it.each([
    '2026-1-05',
    '26-01-05',
    '2026-13-01',
    '2026-00-10',
    '2026-01-32',
    '2026-01-00',
    '0026-01-05',
    '2026-01-05 ',
    ' 2026-01-05',
    '2026-01-05T00:00',
    '',
    '2026-01',
    '٢٠٢٦-01-05',
    '1e03-01-05',
    '2026-+1-05',
  ])('%j is no day', (text) => expect(dayOf(text)).toBeNull())
  it('knows leap days', () => {
    expect(dayOf('2028-02-29')).toEqual(new Date(2028, 1, 29))
    expect(dayOf('2026-02-29')).toBeNull()
  })
})
