import { deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { isBoundedPicture } from './picture-bounds'

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((sign) => sign.charCodeAt(0)) : part)),
  )
const big = (value: number, size: number) =>
  Array.from({ length: size }, (_, n) => (value >>> (8 * (size - 1 - n))) & 255)
const little = (value: number, size: number) => big(value, size).reverse()

const block = (name: string, data: number[]) => bytes(big(data.length, 4), name, data, [0, 0, 0, 0])
const png = (width: number, height: number, ...more: Uint8Array[]) =>
  bytes(
    [0x89],
    'PNG\r\n\x1a\n',
    ...[block('IHDR', [...big(width, 4), ...big(height, 4), 1, 0, 0, 0, 0]), ...more].map((each) => [
      ...each,
    ]),
    [...block('IDAT', [...deflateSync(new Uint8Array(10))])],
  )
const gif = (width: number, height: number, first = [width, height]) =>
  bytes(
    'GIF89a',
    [...little(width, 2), ...little(height, 2), 0x80, 0, 0, ...Array<number>(6).fill(0)],
    [0x21, 0xf9, 4, 0, 0, 0, 0, 0, 0x21, 0xfe, 2, 1, 1, 0],
    [0x2c, 0, 0, 0, 0, ...first.flatMap((length) => little(length, 2)), 0, 2, 0],
  )
const frame = (mark: number, width: number, height: number) => [
  ...[0xff, mark, 0, 11, 8, ...big(height, 2), ...big(width, 2), 1, 1, 0x11, 0],
]
/** With a small picture in its Exif data, as cameras write it. */
const jpeg = (width: number, height: number, mark = 0xc0) =>
  bytes(
    [0xff, 0xd8, 0xff, 0xe1, 0, 19, 0xff, 0xd8, ...frame(0xc0, 1, 1)],
    [0xff, 0xff, 0xc4, 0, 3, 0],
    frame(mark, width, height),
  )
const webp = (kind: string, data: number[]) => bytes('RIFF', [0, 0, 0, 0], 'WEBP', kind, [0, 0, 0, 0], data)
const extended = (width: number, height: number, flags = 0) =>
  webp('VP8X', [flags, 0, 0, 0, ...little(width - 1, 3), ...little(height - 1, 3)])
const lossy = (width: number, height: number) =>
  webp('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, ...little(width, 2), ...little(height, 2)])
const lossless = (width: number, height: number) =>
  webp('VP8L', [0x2f, ...little(width - 1 + (height - 1) * 2 ** 14, 4)])

const moving = block('acTL', [0, 0, 0, 2, 0, 0, 0, 0])
const [large, beyond] = [8_000, 8_001]

it.each([
  ['PNG', png(large, large), png(beyond, large)],
  ['moving PNG', png(4_000, 4_000, moving), png(4_001, 4_000, moving)],
  ['GIF', gif(4_000, 4_000), gif(4_001, 4_000)],
  ['GIF with a picture beyond its canvas', gif(1, 1, [4_000, 4_000]), gif(1, 1, [4_000, 4_001])],
  ['JPEG', jpeg(large, large), jpeg(large, beyond)],
  ['progressive JPEG', jpeg(large, large, 0xc2), jpeg(65_500, 65_500, 0xc2)],
  ['lossy WebP', lossy(large, large), lossy(beyond, large)],
  ['lossless WebP', lossless(large, large), lossless(large, beyond)],
  ['extended WebP', extended(large, large), extended(beyond, large)],
  ['moving WebP', extended(4_000, 4_000, 2), extended(4_000, 4_001, 2)],
])('of a %s accepts what a browser can unpack, and no more', (_kind, bounded, unbounded) => {
  expect([isBoundedPicture(bounded), isBoundedPicture(unbounded)]).toEqual([true, false])
})

it.each([
  ['nothing', bytes()],
  ['a part of a PNG', png(1, 1).subarray(0, 20)],
  ['a JPEG without a frame', bytes([0xff, 0xd8, 0xff, 0xda, 0, 2])],
  ['a JPEG that ends early', jpeg(1, 1).subarray(0, 12)],
  ['another kind of WebP', webp('VP9 ', [0, 0, 0, 0])],
  ['a bitmap under another name', bytes('BM', Array<number>(60).fill(0))],
  ['words', bytes('no picture at all')],
])('accepts no %s', (_name, file) => expect(isBoundedPicture(file)).toBe(false))

it.each([0x00, 0x01, 0xd0])('looks for the frame of a JPEG behind a mark %d, as browsers do', (mark) => {
  const hidden = Array.from({ length: 5_000 }, () => frame(0xc0, 1, 1)).flat()
  expect(isBoundedPicture(bytes([0xff, 0xd8, 0xff, mark], frame(0xc0, large, beyond), hidden))).toBe(false)
})

it('reads the picture of a view into other bytes', () => {
  const file = new Uint8Array(200)
  file.set(png(10, 10), 50)
  expect(isBoundedPicture(file.subarray(50))).toBe(true)
})
