import type { SendFileOptions } from './send-file'

type UploadStatus = 'waiting' | 'uploading' | 'done' | 'failed' | 'cancelled'

/** One file of the queue. */
export interface UploadItem {
  file: File
  status: UploadStatus
  /** 0 to 1. */
  progress: number
  /** Set when the upload failed. */
  error?: unknown
}

export interface UploadQueue {
  /** The files in the given order; a new array after each change. */
  items: () => readonly UploadItem[]
  /** Calls the listener after each change. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
  /** Tries a failed or cancelled file again. */
  retry: (index: number) => void
  /** Cancels one upload, started or not. */
  cancel: (index: number) => void
  /** Cancels everything that is not done, when the user leaves the page. */
  stop: () => void
}

type Upload = (options: SendFileOptions) => Promise<unknown>

/** Concurrent uploads: more would only share the same bandwidth. */
export const UPLOADS_AT_ONCE = 2

/**
 * Uploads files in order, two at a time. A failed file does not stop the others.
 * @param prepare creates the upload of one file, which is called once per attempt
 */
export function createUploadQueue(files: readonly File[], prepare: (file: File) => Upload): UploadQueue {
  const uploads = files.map((file) => prepare(file))
  const running = new Map<number, AbortController>()
  const listeners = new Set<() => void>()
  let items: readonly UploadItem[] = files.map((file) => ({ file, status: 'waiting', progress: 0 }))

  function set(index: number, change: Omit<Partial<UploadItem>, 'file'>) {
    items = items.map((item, each) => (each === index ? { ...item, error: undefined, ...change } : item))
    for (const listener of listeners) listener()
  }

  function startNext() {
    while (running.size < UPLOADS_AT_ONCE) {
      const index = items.findIndex((item, each) => item.status === 'waiting' && !running.has(each))
      if (index < 0) return
      void run(index)
    }
  }

  async function run(index: number) {
    const controller = new AbortController()
    const { signal } = controller
    running.set(index, controller)
    set(index, { status: 'uploading', progress: 0 })
    try {
      await uploads[index]?.({
        signal,
        onProgress: (progress) => {
          if (!signal.aborted) set(index, { progress })
        },
      })
      // A file that was stored despite a late cancel counts as done.
      set(index, { status: 'done', progress: 1 })
    } catch (error) {
      if (signal.aborted) set(index, { status: 'cancelled', progress: 0 })
      else set(index, { status: 'failed', progress: 0, error })
    } finally {
      running.delete(index)
      startNext()
    }
  }

  function cancel(index: number) {
    running.get(index)?.abort()
    if (items[index]?.status === 'waiting') set(index, { status: 'cancelled' })
  }

  startNext()
  return {
    items: () => items,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    retry: (index) => {
      const status = items[index]?.status
      if (status !== 'failed' && status !== 'cancelled') return
      set(index, { status: 'waiting', progress: 0 })
      startNext()
    },
    cancel,
    stop: () => items.forEach((_item, index) => cancel(index)),
  }
}
