import { describe, expect, it } from 'vitest'
import { encode, decode } from 'fast-png'
import { fromBase64, toBase64 } from '../_shared/base64.ts'
import { logoOnWhite, splitBySize } from './files.ts'

describe('splitBySize', () => {
  it('attaches files in order as long as they fit', () => {
    const file = (name: string, size: number) => ({ name, size, type: 'text/plain', path: name })
    const files = [file('a', 6), file('b', 6), file('c', 4)]
    expect(splitBySize(files, 10)).toEqual({ fits: [files[0], files[2]], large: [files[1]] })
  })
})

describe('logoOnWhite', () => {
  const url = (bytes: Uint8Array) => `data:image/png;base64,${toBase64(bytes)}`
  const clear = url(encode({ width: 1, height: 1, channels: 4, data: Uint8Array.from([0, 0, 0, 0]) }))

  it('puts the logo on white, also for the next mail and the next logo', () => {
    for (const logo of [
      clear,
      clear,
      url(encode({ width: 1, height: 1, channels: 2, data: Uint8Array.from([0, 0]) })),
    ])
      expect([...decode(fromBase64(logoOnWhite(logo).split(',')[1] ?? '')).data]).toContain(255)
  })

  it.each(['', 'data:image/jpeg;base64,AAAA', 'data:image/png;base64,AAAA', 'data:image/png;base64,%'])(
    'leaves %j as it is',
    (logo) => expect(logoOnWhite(logo)).toBe(logo),
  )
})
