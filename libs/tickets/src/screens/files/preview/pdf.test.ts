// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'

/** A worker that answers by the test. */
class Answering extends EventTarget {
  readonly requests: unknown[] = []
  terminate = vi.fn()
  postMessage(request: unknown) {
    this.requests.push(request)
  }
  answer(data: unknown) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
}

const worker = vi.hoisted(() => ({ current: undefined as unknown }))
vi.mock('./trusted-worker', () => ({ startTrustedWorker: async () => worker.current }))
vi.mock('./draw-pdf.worker?worker&url', () => ({ default: '/worker.js' }))

const page = (number: number) => ({ page: number, width: 100, density: 1 })
const drawn = { picture: {}, ratio: 1, words: 'Invoice' }
const signal = () => new AbortController().signal

async function opened() {
  const { openPdf } = await import('./pdf')
  const answering = new Answering()
  worker.current = answering
  const opening = openPdf(new ArrayBuffer(8))
  await vi.waitFor(() => expect(answering.requests).toHaveLength(1))
  return { answering, opening }
}

afterEach(() => vi.useRealTimers())

it('asks for one page after another, and for none that is no longer wanted', async () => {
  const { answering, opening } = await opened()
  // of pdf.js itself
  answering.answer({ sourceName: 'worker', targetName: 'main', action: 'ready' })
  answering.answer({ opened: { pages: 3 } })
  const pdf = await opening
  expect(pdf.pages).toBe(3)
  const gone = new AbortController()
  const pages = [pdf.draw(page(1), signal()), pdf.draw(page(2), gone.signal), pdf.draw(page(3), signal())]
  const refused = expect(pages[1]).rejects.toThrow()
  await vi.waitFor(() => expect(answering.requests).toHaveLength(2))
  gone.abort()
  answering.answer({ drawn })
  await refused
  await vi.waitFor(() => expect(answering.requests.slice(1)).toEqual([page(1), page(3)]))
  answering.answer({ failed: 'FormatError' })
  expect(await pages[0]).toEqual(drawn)
  await expect(pages[2]).rejects.toMatchObject({ name: 'FormatError' })
  expect(answering.terminate).not.toHaveBeenCalled()
})

it('ends the worker of a page that is never done, and no later one waits', async () => {
  const { answering, opening } = await opened()
  answering.answer({ opened: { pages: 2 } })
  const pdf = await opening
  vi.useFakeTimers()
  const first = expect(pdf.draw(page(1), signal())).rejects.toThrow('takes too long')
  const second = expect(pdf.draw(page(2), signal())).rejects.toThrow('takes too long')
  await vi.advanceTimersByTimeAsync(30_000)
  expect(answering.terminate).toHaveBeenCalled()
  await Promise.all([first, second])
})

it.each([
  [{ failed: 'PasswordException' }, { name: 'PasswordException' }],
  [{ drawn }, { message: 'The PDF cannot be read' }],
])('ends the worker of a PDF that cannot be opened: %j', async (answer, error) => {
  const { answering, opening } = await opened()
  answering.answer(answer)
  await expect(opening).rejects.toMatchObject(error)
  expect(answering.terminate).toHaveBeenCalled()
})
