// Referenced here, because other packages type-check this file too.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- a declaration has nothing to import
/// <reference path="./asset-url.d.ts" />
import { getDocument, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { startTrustedWorker } from './trusted-worker'

export type { PDFDocumentProxy }

export interface OpenPdf {
  document: PDFDocumentProxy
  /** Ends the worker and gives the memory back. */
  close: () => void
}

/**
 * Reads a PDF in a worker of the page's own origin. It is only drawn: its scripts, forms and links are inactive.
 * @throws when it is no PDF, is damaged or wants a password, or when the worker cannot start
 */
export async function openPdf(bytes: ArrayBuffer): Promise<OpenPdf> {
  const port = startTrustedWorker(workerUrl)
  const worker = PDFWorker.create({ port })
  const task = getDocument({
    data: bytes,
    worker,
    // The page's policy forbids both as well.
    isEvalSupported: false,
    useWasm: false,
    enableXfa: false,
    stopAtErrors: false,
    // Pictures beyond this are left out, instead of taking the tab down.
    maxImageSize: 64 * 1024 * 1024,
    verbosity: 0,
  })
  const close = () => {
    void task.destroy()
    worker.destroy()
    port.terminate()
  }
  const lost = new Promise<never>((_resolve, reject) => {
    port.addEventListener('error', () => reject(new Error('The PDF reader could not be started')), {
      once: true,
    })
  })
  try {
    return { document: await Promise.race([task.promise, lost]), close }
  } catch (error) {
    close()
    throw error
  }
}
