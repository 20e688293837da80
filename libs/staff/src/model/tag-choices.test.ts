import { expect, it } from 'vitest'
import { lastPart, tagChoices } from './tag-choices'

const known = ['billing', 'bug', 'rebilling', 'vip']
const names = (text: string, taken: string[] = []) =>
  tagChoices(text, known, taken).map(({ tag, isNew }) => (isNew ? `+${tag}` : tag))

it.each([
  ['b', [], ['billing', 'bug', 'rebilling', '+b']],
  [' Bill ', [], ['billing', 'rebilling', '+bill']],
  ['bill', ['billing'], ['rebilling', '+bill']],
  ['BUG', [], ['bug']],
  ['bug', ['bug'], []],
  ['new  tag', [], ['+new tag']],
  [' ', [], []],
])('offers tags in use before a new one: %j without %j', (text, taken, expected) =>
  expect(names(text, taken)).toEqual(expected),
)

it('offers few of many', () => {
  const many = Array.from({ length: 50 }, (_, n) => `tag${n}`)
  expect(tagChoices('tag', many, [])).toHaveLength(9)
})

it.each([
  ['billing, re', 'billing,', 're'],
  ['bill', '', 'bill'],
  ['billing, ', 'billing,', ''],
])('finds the part of %j that is being typed', (line, before, part) =>
  expect(lastPart(line)).toEqual({ before, part }),
)
