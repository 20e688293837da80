import { decode, encode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { fromBase64 } from './base64.ts'
import { pngOnWhite } from './png-on-white.ts'

const pixels = (file: Uint8Array) => [...decode(file).data]

describe('pngOnWhite', () => {
  it('puts transparent pixels of every kind on white', () => {
    const rgb = encode({
      width: 3,
      height: 1,
      channels: 4,
      data: Uint8Array.from([0, 0, 0, 0, 20, 40, 60, 255, 0, 100, 200, 128]),
    })
    expect(pixels(pngOnWhite(rgb))).toEqual([255, 255, 255, 20, 40, 60, 127, 177, 227])
    const gray = encode({ width: 2, height: 1, channels: 2, data: Uint8Array.from([0, 0, 7, 255]) })
    expect(pixels(pngOnWhite(gray))).toEqual([255, 7])
    const deep = encode({
      width: 2,
      height: 1,
      channels: 4,
      depth: 16,
      data: Uint16Array.from([0, 0, 0, 0, 1, 2, 3, 65535]),
    })
    expect(pixels(pngOnWhite(deep))).toEqual([65535, 65535, 65535, 1, 2, 3])
    // Two pixels of a palette: transparent, and 10 20 30.
    const indexed = fromBase64(
      'iVBORw0KGgoAAAANSUhEUgAAAAIAAAABAQMAAADO7O3JAAAABlBMVEUKFB4AAAAhWotHAAAAAnRSTlP/AOW3MEoAAAAKSURBVHicY2gAAACCAIF3zXK2AAAAAElFTkSuQmCC',
    )
    expect(pixels(pngOnWhite(indexed))).toEqual([255, 255, 255, 10, 20, 30])
  })

  it('leaves pictures without transparent pixels, and very large ones', () => {
    const opaque = encode({ width: 1, height: 1, channels: 3, data: Uint8Array.from([1, 2, 3]) })
    expect(pngOnWhite(opaque)).toBe(opaque)
    const large = encode({ width: 1, height: 1, channels: 4, data: Uint8Array.from([0, 0, 0, 0]) })
    new DataView(large.buffer).setUint32(16, 2_000_000)
    expect(pngOnWhite(large)).toBe(large)
  })

  it.each([[[]], [[1, 2, 3]], [Array<number>(40).fill(0)]])('rejects what is no PNG (%#)', (bytes) =>
    expect(() => pngOnWhite(Uint8Array.from(bytes))).toThrow(),
  )
})
