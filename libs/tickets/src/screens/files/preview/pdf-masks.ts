/** Changes the picture that is drawn next into one whose opacity is the mask. */
type Mask = (picture: ImageData) => void

// eslint-disable-next-line no-restricted-syntax -- those of one worker
const masks = new Map<unknown, Mask>()

/** pdf.js names a filter and sets its name on a canvas; a page would have it as an element of SVG. */
function register(mask: Mask): string {
  const name = `mask-${masks.size}`
  masks.set(name, mask)
  return name
}

type Levels = ArrayLike<number> | undefined

function luminosity(levels: Levels): Mask {
  return ({ data }) => {
    for (let at = 0; at < data.length; at += 4) {
      const light = 0.3 * (data[at] ?? 0) + 0.59 * (data[at + 1] ?? 0) + 0.11 * (data[at + 2] ?? 0)
      data[at + 3] = levels?.[Math.round(light)] ?? light
    }
  }
}

function opacity(levels: Levels): Mask {
  return ({ data }) => {
    for (let at = 3; at < data.length; at += 4) data[at] = levels?.[data[at] ?? 0] ?? data[at] ?? 0
  }
}

/** Soft masks without SVG. High contrast is not used, and transfer functions of colours are for printing presses. */
export class MaskFilters {
  readonly addFilter = () => 'none'
  readonly addHCMFilter = () => 'none'
  readonly addHighlightHCMFilter = () => 'none'
  readonly addAlphaFilter = (levels: Levels) => register(opacity(levels))
  readonly addLuminosityFilter = (levels: Levels) => register(luminosity(levels))
  destroy() {
    masks.clear()
  }
}

function masked(source: OffscreenCanvas, mask: Mask): OffscreenCanvas {
  const { width, height } = source
  const picture = source.getContext('2d')?.getImageData(0, 0, width, height)
  const result = new OffscreenCanvas(width, height)
  if (!picture) return result
  mask(picture)
  result.getContext('2d')?.putImageData(picture, 0, 0)
  return result
}

/** A canvas that draws through the masks above. */
export function maskingCanvas(width: number, height: number) {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('There is no memory for the canvas')
  let mask: Mask | undefined
  const draw = context.drawImage.bind(context)
  const restore = context.restore.bind(context)
  Object.defineProperty(context, 'filter', {
    configurable: true,
    get: () => 'none',
    set: (name: unknown) => (mask = masks.get(name)),
  })
  return Object.assign(
    { canvas },
    {
      context: Object.assign(context, {
        restore() {
          mask = undefined
          restore()
        },
        drawImage(source: CanvasImageSource, ...place: number[]) {
          const picture = mask && source instanceof OffscreenCanvas ? masked(source, mask) : source
          Reflect.apply(draw, undefined, [picture, ...place])
        },
      }),
    },
  )
}
