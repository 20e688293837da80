// Kept twice, word for word: functions are deployed without the portal's libraries.

/** Browsers unpack four bytes for each pixel: 256 MB. The largest photos of phones are below in files of 5 MB. */
const MAX_PIXELS = 64_000_000
/** Several pictures of one that moves are unpacked at once. */
const MAX_MOVING_PIXELS = MAX_PIXELS / 4

interface Size {
  width: number
  height: number
  moves?: boolean
}

const textAt = (view: DataView, at: number, length: number): string =>
  String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length))

function sizeOfPng(view: DataView): Size {
  const size = { width: view.getUint32(16), height: view.getUint32(20) }
  // Blocks before the picture itself; the one of moving pictures has to be among them.
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const block = textAt(view, at + 4, 4)
    if (block === 'acTL') return { ...size, moves: true }
    if (block === 'IDAT') break
  }
  return size
}

/** Behind the pieces that end with an empty one. */
function endOfPieces(view: DataView, start: number): number {
  let at = start
  for (let length = view.getUint8(at); length > 0; length = view.getUint8(at)) at += length + 1
  return at + 1
}

const colorsIn = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

/** The canvas, or the first picture when it reaches beyond: browsers enlarge the canvas then. */
function sizeOfGif(view: DataView): Size {
  const canvas = { width: view.getUint16(6, true), height: view.getUint16(8, true), moves: true }
  let at = 13 + colorsIn(view.getUint8(10))
  while (view.getUint8(at) === 0x21) at = endOfPieces(view, at + 2)
  return {
    ...canvas,
    width: Math.max(canvas.width, view.getUint16(at + 1, true) + view.getUint16(at + 5, true)),
    height: Math.max(canvas.height, view.getUint16(at + 3, true) + view.getUint16(at + 7, true)),
  }
}

/** Marks without a length, and an escaped byte that is none. */
const isAlone = (mark: number) => mark <= 0x01 || (mark >= 0xd0 && mark <= 0xd7)

function sizeOfJpeg(view: DataView): Size | undefined {
  for (let at = 2; ;) {
    while (view.getUint8(at) !== 0xff || view.getUint8(at + 1) === 0xff) at += 1
    const mark = view.getUint8(at + 1)
    // Frames, without tables that have marks of the same range.
    if (mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark))
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    if (mark === 0xda || mark === 0xd9) return undefined
    at += isAlone(mark) ? 2 : 2 + view.getUint16(at + 2)
  }
}

function sizeOfWebp(view: DataView): Size | undefined {
  switch (textAt(view, 12, 4)) {
    case 'VP8X': {
      const [width, height] = [24, 27].map((at) => 1 + (view.getUint32(at - 1, true) >>> 8))
      return { width: width ?? 0, height: height ?? 0, moves: (view.getUint8(20) & 2) !== 0 }
    }
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
    case 'VP8L': {
      const bits = view.getUint32(21, true)
      return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
    }
    default:
      return undefined
  }
}

function sizeOf(view: DataView): Size | undefined {
  if (view.getUint32(0) === 0x89504e47) return sizeOfPng(view)
  if (view.getUint16(0) === 0xffd8) return sizeOfJpeg(view)
  if (textAt(view, 0, 4) === 'GIF8') return sizeOfGif(view)
  return textAt(view, 0, 4) === 'RIFF' ? sizeOfWebp(view) : undefined
}

/**
 * Whether a PNG, JPEG, GIF or WebP says that it has few enough pixels to be shown: a file of 50 kB may have some that take
 * gigabytes. False for anything else, whatever its name.
 */
export function isBoundedPicture(bytes: Uint8Array): boolean {
  try {
    const { width, height, moves } = sizeOf(
      new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    ) ?? { width: Infinity, height: 1 }
    return width * height <= (moves ? MAX_MOVING_PIXELS : MAX_PIXELS)
  } catch (error) {
    // It ends before it says so.
    if (error instanceof RangeError) return false
    throw error
  }
}
