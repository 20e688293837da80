import { expect, it } from 'vitest'
import { mergeDraft } from './draft-merge'

it.each([
  ['nothing anywhere', '', [], '', 'same'],
  ['blanks are nothing', ' \n', [], '', 'same'],
  ['both have it', 'abc', [], 'abc', 'same'],
  ['written here, never saved', 'abc', [], '', 'mine'],
  ['written on another device', '', [], 'abc', 'theirs'],
  ['went on writing here', 'abcd', ['abc'], 'abc', 'mine'],
  ['the answer to the last save was lost', 'abcd', ['ab', 'abc'], 'abc', 'mine'],
  ['went on writing elsewhere', 'abc', ['abc'], 'abcd', 'theirs'],
  ['sent or deleted elsewhere', 'abc', ['abc'], '', 'theirs'],
  ['sent here, the server is read too early', '', ['abc', ''], 'abc', 'mine'],
  ['written anew elsewhere after it was sent here', '', ['abc', ''], 'new', 'theirs'],
  ['changed on both sides', 'abcd', ['abc'], 'abce', 'both'],
  ['two devices that never met', 'mine', [], 'theirs', 'both'],
  ['deleted elsewhere, continued here', 'abcd', ['abc'], '', 'both'],
] as const)('%s', (_name, text, exchanged, server, verdict) => {
  expect(mergeDraft({ text, exchanged }, server)).toBe(verdict)
})
