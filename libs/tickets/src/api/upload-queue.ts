import type { SendFileOptions } from './send-file'

type UploadStatus = 'waiting' | 'uploading' | 'done' | 'failed' | 'cancelled'

/** One file on its way. */
export interface UploadItem {
  file: File
  status: UploadStatus
  /** 0 to 1. */
  progress: number
  /** Only of a failed one. */
  error?: unknown
}

export interface UploadQueue {
  /** The files in the order given; a new array after each change. */
  items: () => readonly UploadItem[]
  /** Calls back after each change. Returns what ends that. */
  subscribe: (listener: () => void) => () => void
  /** Tries a failed or cancelled file again. */
  retry: (index: number) => void
  /** Ends one upload, or takes it out of the line. */
  cancel: (index: number) => void
  /** Ends everything that is not done: the page is being left. */
  stop: () => void
}

type Upload = (options: SendFileOptions) => Promise<unknown>

/** How many files are under way at once: more would only share the same line. */
export const UPLOADS_AT_ONCE = 2

/**
 * Uploads files, two at a time, in order. A failure stops nothing but its own file.
 * @param prepare makes the upload of one file; what it returns is called once for each try
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
      // A file that arrived in spite of a late cancel is there: the list says what is true.
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
