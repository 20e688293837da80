// Referenced here because other packages type-check this file too.
// eslint-disable-next-line @typescript-eslint/triple-slash-reference -- a declaration has nothing to import
/// <reference path="./asset-url.d.ts" />
import workerUrl from './draw-pdf.worker?worker&url'
import {
  isPdfAnswer,
  type DrawnPage,
  type PageRequest,
  type PdfAnswer,
  type PdfRequest,
} from './pdf-messages'
import { startTrustedWorker } from './trusted-worker'

export interface OpenPdf {
  pages: number
  /** @throws when the page cannot be drawn, or not in time */
  draw(page: PageRequest, signal: AbortSignal): Promise<DrawnPage>
  /** Ends the worker and frees its memory. */
  close(): void
}

/** Far above what a page takes. A few bytes can describe drawings that never end. */
const ANSWER_MS = 30_000

/** Asks one thing after another, so that each has its time for itself. Without an answer in time the worker is ended. */
function createAsk(worker: Worker) {
  let ended: Error | undefined
  let last: Promise<unknown> = Promise.resolve()

  function end(reason: Error): Error {
    worker.terminate()
    return (ended ??= reason)
  }

  function exchange(request: PdfRequest, transfer: Transferable[]): Promise<PdfAnswer> {
    if (ended) return Promise.reject(ended)
    return new Promise((resolve, reject) => {
      const listening = new AbortController()
      const { signal } = listening
      const settle = (work: () => void) => {
        listening.abort()
        clearTimeout(timer)
        work()
      }
      const timer = setTimeout(
        () => settle(() => reject(end(new Error('The PDF takes too long')))),
        ANSWER_MS,
      )
      const onMessage = ({ data }: MessageEvent<unknown>) => {
        if (isPdfAnswer(data)) settle(() => resolve(data))
      }
      worker.addEventListener('message', onMessage, { signal })
      worker.addEventListener(
        'error',
        () => settle(() => reject(end(new Error('The PDF reader has ended')))),
        {
          signal,
        },
      )
      worker.postMessage(request, transfer)
    })
  }

  return {
    /** @param signal - of somebody who may no longer want the answer when it is their turn */
    ask(request: PdfRequest, transfer: Transferable[] = [], signal?: AbortSignal): Promise<PdfAnswer> {
      const answer = last.then(() => {
        signal?.throwIfAborted()
        return exchange(request, transfer)
      })
      last = answer.catch(() => undefined)
      return answer
    },
    close: () => void end(new Error('The PDF is closed')),
  }
}

/** @throws an error of the name that the worker gives */
function failure(answer: PdfAnswer): Error {
  const error = new Error('The PDF cannot be read')
  if ('failed' in answer) error.name = answer.failed
  return error
}

/**
 * Opens a PDF in a worker of the page's own origin, which reads and draws it: whatever it describes never holds up the page.
 * @throws when it is not a PDF, is damaged or needs a password, or when the worker cannot start or is not the released one
 */
export async function openPdf(bytes: ArrayBuffer): Promise<OpenPdf> {
  const { ask, close } = createAsk(await startTrustedWorker(workerUrl))
  try {
    const answer = await ask({ bytes }, [bytes])
    if (!('opened' in answer)) throw failure(answer)
    return {
      pages: answer.opened.pages,
      async draw(page, signal) {
        const drawn = await ask(page, [], signal)
        if (!('drawn' in drawn)) throw failure(drawn)
        return drawn.drawn
      },
      close,
    }
  } catch (error) {
    close()
    throw error
  }
}
