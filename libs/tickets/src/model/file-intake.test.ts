import { describe, expect, it } from 'vitest'
import { nameOfPasted, takeFiles } from './file-intake'
import { SPECIFIED_LIMITS } from './limits'

const file = (name: string, bytes = 1) => new File([new Uint8Array(bytes)], name)

describe('takeFiles', () => {
  it('accepts files up to the limit and reports the rest', () => {
    const { taken, refused } = takeFiles([file('a.png'), file('b.txt'), file('c.pdf')], 2, SPECIFIED_LIMITS)
    expect(taken.map(({ name }) => name)).toEqual(['a.png', 'b.txt'])
    expect(refused).toEqual([{ name: 'c.pdf', reason: 'Too many files' }])
  })
  it('does not count files of a wrong type or size', () => {
    const { taken, refused } = takeFiles(
      [file('a.exe'), file('b.txt', 0), file('c.pdf', 5_242_881), file('d.gif')],
      1,
      SPECIFIED_LIMITS,
    )
    expect(taken.map(({ name }) => name)).toEqual(['d.gif'])
    expect(refused.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^File type must be one of /),
      'File is too small: it is empty',
      'File is too large: the limit is 5 MB',
    ])
  })
  it.each([0, -1])('refuses every file when there is room for %i', (room) =>
    expect(takeFiles([file('a.png')], room, SPECIFIED_LIMITS).taken).toEqual([]),
  )
})

it('names pasted pictures by time', () => {
  const now = new Date('2026-01-05T10:02:03.456Z')
  expect(nameOfPasted('image.png', now)).toBe('pasted-2026-01-05-100203.png')
  expect(nameOfPasted('Screenshot.png', now)).toBe('Screenshot.png')
})
