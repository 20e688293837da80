import { expect, it } from 'vitest'
import { splitMentions } from './mentions'

const ada = { person_id: 'a', name: 'Ada Now', written: '@Ada' }
const adaAgent = { person_id: 'b', name: 'Ada Agent', written: '@Ada Agent (ada@example.com)' }

it.each([
  ['no mention', 'Hello', [ada], ['Hello']],
  ['the present name', 'Ask @Ada!', [ada], ['Ask ', { id: 'a', name: 'Ada Now' }, '!']],
  ['another case', '@ADA', [ada], [{ id: 'a', name: 'Ada Now' }]],
  [
    'the longest first',
    '@Ada Agent (ada@example.com) and @Ada',
    [ada, adaAgent],
    [{ id: 'b', name: 'Ada Agent' }, ' and ', { id: 'a', name: 'Ada Now' }],
  ],
  ['nobody mentioned', '@Ada', [], ['@Ada']],
])('splits a text with %s', (_name, text, mentions, parts) => {
  expect(splitMentions(text, mentions)).toEqual(parts)
})
