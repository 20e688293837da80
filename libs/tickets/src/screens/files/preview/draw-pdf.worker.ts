import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
// Sets `pdfjsWorker`, by which pdf.js reads here, too, instead of starting a worker of its own.
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs'
import { canvasScale } from './canvas-scale'
import { MaskFilters, maskingCanvas } from './pdf-masks'
import {
  isPdfRequest,
  type DrawnPage,
  type PageRequest,
  type PdfAnswer,
  type PdfRequest,
} from './pdf-messages'

/**
 * At most so many pixels in all canvases that a page ever asks for, two gigabytes: a few bytes can ask for more than a tab
 * has. Those given back count too, because patterns made of them keep their pixels, and none are collected while pdf.js
 * draws patterns within patterns.
 */
const MAX_PIXELS = 512 * 1024 * 1024

// eslint-disable-next-line no-restricted-syntax -- those of one worker
let pixels = 0

function occupy(more: number) {
  pixels += more
  if (pixels > MAX_PIXELS) throw new RangeError('The page needs too much memory')
}

/** Canvases without a page around them. */
class Canvases {
  create(width: number, height: number) {
    occupy(width * height)
    return maskingCanvas(width, height)
  }
  reset({ canvas }: { canvas: OffscreenCanvas }, width: number, height: number) {
    occupy(width * height)
    Object.assign(canvas, { width, height })
  }
  destroy({ canvas }: { canvas: OffscreenCanvas }) {
    Object.assign(canvas, { width: 0, height: 0 })
  }
}

/** Scripts, forms and links of the PDF stay inactive. */
const open = (data: ArrayBuffer): Promise<PDFDocumentProxy> =>
  getDocument({
    data,
    // The content security policy forbids both.
    isEvalSupported: false,
    useWasm: false,
    enableXfa: false,
    stopAtErrors: false,
    // Larger pictures are left out, because they could crash the tab.
    maxImageSize: 64 * 1024 * 1024,
    verbosity: 0,
    useWorkerFetch: false,
    CanvasFactory: Canvases,
    FilterFactory: MaskFilters,
    // All that fonts need of a page.
    ownerDocument: Object.assign(Object.create(null), { fonts: Reflect.get(self, 'fonts') }),
  }).promise

async function draw(pdf: PDFDocumentProxy, request: PageRequest): Promise<DrawnPage> {
  // What a page that failed has left is garbage.
  pixels = 0
  const page = await pdf.getPage(request.page)
  const natural = page.getViewport({ scale: 1 })
  const viewport = page.getViewport({ scale: canvasScale(natural, request.width, request.density) })
  const side = (points: number) => Math.max(1, Math.floor(points))
  const { canvas, context } = maskingCanvas(side(viewport.width), side(viewport.height))
  // pdf.js takes any context; its types know that of a page.
  const parameters = { canvasContext: context, canvas: null, viewport }
  await page.render(parameters as unknown as Parameters<typeof page.render>[0]).promise
  const { items } = await page.getTextContent()
  const words = items.flatMap((item) => ('str' in item ? [item.str] : [])).join(' ')
  page.cleanup()
  return { picture: canvas.transferToImageBitmap(), ratio: natural.width / natural.height, words }
}

// eslint-disable-next-line no-restricted-syntax -- each worker has one
let opened: Promise<PDFDocumentProxy> | undefined

async function answer(request: PdfRequest): Promise<PdfAnswer> {
  if ('bytes' in request) {
    opened = open(request.bytes)
    return { opened: { pages: (await opened).numPages } }
  }
  if (!opened) throw new Error('Nothing is open')
  return { drawn: await draw(await opened, request) }
}

self.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  if (!isPdfRequest(data)) return
  const failed = (error: unknown): PdfAnswer => ({ failed: error instanceof Error ? error.name : 'Error' })
  void answer(data)
    .catch(failed)
    .then((result) => self.postMessage(result, { transfer: 'drawn' in result ? [result.drawn.picture] : [] }))
})
