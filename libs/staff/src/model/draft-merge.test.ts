import { expect, it } from 'vitest'
import { mergeDraft } from './draft-merge'

it.each([
  ['no text', '', [], '', 'same'],
  ['only blanks', ' \n', [], '', 'same'],
  ['equal texts', 'abc', [], 'abc', 'same'],
  ['text written here and never saved', 'abc', [], '', 'mine'],
  ['text written on another device', '', [], 'abc', 'theirs'],
  ['text continued here', 'abcd', ['abc'], 'abc', 'mine'],
  ['text continued here after a lost response', 'abcd', ['ab', 'abc'], 'abc', 'mine'],
  ['text continued elsewhere', 'abc', ['abc'], 'abcd', 'theirs'],
  ['text sent or deleted elsewhere', 'abc', ['abc'], '', 'theirs'],
  ['text sent here but read from the server too early', '', ['abc', ''], 'abc', 'mine'],
  ['new text elsewhere after sending here', '', ['abc', ''], 'new', 'theirs'],
  ['text changed on both sides', 'abcd', ['abc'], 'abce', 'both'],
  ['unrelated texts on two devices', 'mine', [], 'theirs', 'both'],
  ['text deleted elsewhere and continued here', 'abcd', ['abc'], '', 'both'],
] as const)('compares %s', (_name, text, exchanged, server, verdict) => {
  expect(mergeDraft({ text, exchanged }, server)).toBe(verdict)
})
