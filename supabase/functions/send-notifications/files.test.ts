import { describe, expect, it } from 'vitest'
import { splitBySize } from './files.ts'

describe('splitBySize', () => {
  it('attaches files in order as long as they fit', () => {
    const file = (name: string, size: number) => ({ name, size, type: 'text/plain', path: name })
    const files = [file('a', 6), file('b', 6), file('c', 4)]
    expect(splitBySize(files, 10)).toEqual({ fits: [files[0], files[2]], large: [files[1]] })
  })
})
