import { convertIndexedToRgb, decode, encode } from 'fast-png'

/** More pixels are not worth the time: a logo is 28 pixels high in a mail. */
const MAX_PIXELS = 1_000_000

/** Width times height, of the header that every PNG begins with. */
function pixelsOf(file: Uint8Array): number {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  return view.getUint32(16) * view.getUint32(20)
}

/**
 * A PNG with its transparent parts on white: a dark logo can then be seen also in mail programs that turn backgrounds dark. A file
 * without them, or with very many pixels, stays as it is.
 * @throws when the file is no PNG
 */
export function pngOnWhite(file: Uint8Array): Uint8Array {
  if (pixelsOf(file) > MAX_PIXELS) return file
  const image = decode(file)
  const { width, height, depth } = image
  const isIndexed = image.palette !== undefined
  const data = isIndexed ? convertIndexedToRgb(image) : image.data
  const channels = isIndexed ? data.length / (width * height) : image.channels
  // Gray or color, with alpha behind it.
  if (channels !== 2 && channels !== 4) return file
  const max = depth === 16 ? 65_535 : 255
  const pixels = width * height
  const opaque =
    depth === 16 ? new Uint16Array(pixels * (channels - 1)) : new Uint8Array(pixels * (channels - 1))
  for (let pixel = 0; pixel < pixels; pixel += 1) {
    const alpha = (data[(pixel + 1) * channels - 1] ?? max) / max
    for (let channel = 0; channel < channels - 1; channel += 1) {
      const value = data[pixel * channels + channel] ?? max
      opaque[pixel * (channels - 1) + channel] = Math.round(value * alpha + max * (1 - alpha))
    }
  }
  return encode({ width, height, data: opaque, channels: channels - 1, depth: depth === 16 ? 16 : 8 })
}
