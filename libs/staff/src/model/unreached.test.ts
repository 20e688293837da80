import { expect, it } from 'vitest'
import { unreachedLines } from './unreached'

const ann = { address: 'ann@c.example', name: 'Ann' }

it.each([
  [['reply'], 'Ann gets no emails about replies'],
  [['status'], 'Ann gets no emails about status changes'],
  [['reply', 'status'], 'Ann gets no emails about replies and status changes'],
  [['copy'], 'Ann left the copies of this ticket'],
  [['undeliverable', 'reply'], 'Ann gets no emails: one came back'],
])('says in one line whom a reply does not reach: %j', (reasons, text) => {
  const lines = unreachedLines(reasons.map((reason) => ({ ...ann, reason })))
  expect(lines).toEqual([{ address: ann.address, text, isUndeliverable: reasons.includes('undeliverable') }])
})

it('names a person without a name by the address', () => {
  const bob = { address: 'bob@p.example', name: '', reason: 'copy' }
  expect(unreachedLines([bob, { ...ann, reason: 'reply' }]).map(({ text }) => text)).toEqual([
    'bob@p.example left the copies of this ticket',
    'Ann gets no emails about replies',
  ])
})
