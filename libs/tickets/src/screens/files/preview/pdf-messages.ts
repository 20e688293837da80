export interface PageRequest {
  /** From 1. */
  page: number
  /** In CSS pixels. */
  width: number
  /** Device pixels per CSS pixel. */
  density: number
}

/** What the page asks the worker: first to open a PDF, then for pages, each once it has the last answer. */
export type PdfRequest = { bytes: ArrayBuffer } | PageRequest

/** A page as a picture, with its text for screen readers. */
export interface DrawnPage {
  picture: ImageBitmap
  /** Width by height. */
  ratio: number
  words: string
}

export type PdfAnswer =
  | { opened: { pages: number } }
  | { drawn: DrawnPage }
  /** The name of the error. */
  | { failed: string }

// pdf.js sends messages of its own between page and worker.
const has = (data: unknown, ...names: string[]) =>
  typeof data === 'object' && data !== null && names.some((name) => name in data)

export const isPdfRequest = (data: unknown): data is PdfRequest => has(data, 'bytes', 'page')
export const isPdfAnswer = (data: unknown): data is PdfAnswer => has(data, 'opened', 'drawn', 'failed')
