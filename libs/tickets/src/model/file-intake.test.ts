import { describe, expect, it } from 'vitest'
import { nameOfPasted, takeFiles } from './file-intake'
import { SPECIFIED_LIMITS } from './limits'

const bytes = SPECIFIED_LIMITS.max_file_bytes
const file = (name: string, bytes = 1) => new File([new Uint8Array(bytes)], name)

describe('files for a comment', () => {
  it('are taken up to the room that is left, the rest is told', () => {
    const { taken, refused } = takeFiles([file('a.png'), file('b.txt'), file('c.pdf')], 2, bytes)
    expect(taken.map(({ name }) => name)).toEqual(['a.png', 'b.txt'])
    expect(refused).toEqual([{ name: 'c.pdf', reason: 'Too many files' }])
  })
  it('of a wrong kind or size use up no room', () => {
    const { taken, refused } = takeFiles(
      [file('a.exe'), file('b.txt', 0), file('c.pdf', 5_242_881), file('d.gif')],
      1,
      bytes,
    )
    expect(taken.map(({ name }) => name)).toEqual(['d.gif'])
    expect(refused.map(({ reason }) => reason)).toEqual([
      expect.stringMatching(/^File type must be one of /),
      'File is too small: it is empty',
      'File is too large: the limit is 5 MB',
    ])
  })
  it.each([0, -1])('are all refused when there is room for %i', (room) =>
    expect(takeFiles([file('a.png')], room, bytes).taken).toEqual([]),
  )
})

it('gives a pasted picture a name of its own', () => {
  const now = new Date('2026-01-05T10:02:03.456Z')
  expect(nameOfPasted('image.png', now)).toBe('pasted-2026-01-05-100203.png')
  expect(nameOfPasted('Screenshot.png', now)).toBe('Screenshot.png')
})
