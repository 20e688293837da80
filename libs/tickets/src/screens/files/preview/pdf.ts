// Referenced here because other packages type-check this file too.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- a declaration has nothing to import
/// <reference path="./asset-url.d.ts" />
import { getDocument, PDFWorker, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { startTrustedWorker } from './trusted-worker'

export type { PDFDocumentProxy }

interface OpenPdf {
  document: PDFDocumentProxy
  /** Terminates the worker and frees its memory. */
  close: () => void
}

/**
 * Opens a PDF in a worker of the page's own origin. Its scripts, forms and links stay inactive.
 * @throws when it is not a PDF, is damaged or needs a password, or when the worker cannot start or is not the released one
 */
export async function openPdf(bytes: ArrayBuffer): Promise<OpenPdf> {
  const port = await startTrustedWorker(workerUrl)
  const worker = PDFWorker.create({ port })
  const task = getDocument({
    data: bytes,
    worker,
    // The content security policy forbids both.
    isEvalSupported: false,
    useWasm: false,
    enableXfa: false,
    stopAtErrors: false,
    // Larger pictures are left out, because they could crash the tab.
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
