import { expect, it } from 'vitest'
import { unreachedLines } from './unreached'

const ann = { address: 'ann@c.example', name: 'Ann' }
const textsOf = (people: Parameters<typeof unreachedLines>[0]) =>
  unreachedLines(people).map(({ text }) => text)
const copies = (count: number, reason: string) =>
  Array.from({ length: count }, (_, n) => ({ address: `p${n}@p.example`, name: '', reason }))

it.each([
  [['reply'], 'Ann gets no emails about replies'],
  [['status'], 'Ann gets no emails about status changes'],
  [['reply', 'status'], 'Ann gets no emails about replies and status changes'],
  [['copy'], 'Ann unsubscribed from this ticket'],
  [['undeliverable', 'reply'], 'Ann gets no emails: one came back'],
])('says in one line whom a reply does not reach: %j', (reasons, text) => {
  const [line, ...others] = unreachedLines(reasons.map((reason) => ({ ...ann, reason })))
  expect(others).toEqual([])
  expect(line).toMatchObject({ addresses: [ann.address], text })
  expect(line?.retry).toBe(reasons.includes('undeliverable') ? ann.address : undefined)
})

it('names a person without a name by the address', () => {
  const bob = { address: 'bob@p.example', name: '', reason: 'copy' }
  expect(textsOf([bob, { ...ann, reason: 'reply' }])).toEqual([
    'Ann gets no emails about replies',
    'bob@p.example unsubscribed from this ticket',
  ])
})

it('counts people who unsubscribed', () => {
  const lines = unreachedLines(copies(20, 'copy'))
  expect(lines.map(({ text }) => text)).toEqual(['20 people unsubscribed from this ticket'])
  expect(lines[0]?.addresses).toHaveLength(20)
})

it.each([
  [3, 3, []],
  [4, 2, ['2 more people get no emails: earlier ones came back']],
])('of %i addresses whose mails came back names %i', (count, named, more) => {
  const lines = unreachedLines(copies(count, 'undeliverable'))
  expect(lines.filter(({ retry }) => retry)).toHaveLength(named)
  expect(lines.slice(named).map(({ text }) => text)).toEqual(more)
})
