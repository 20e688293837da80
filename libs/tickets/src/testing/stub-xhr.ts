import { vi } from 'vitest'

/** A request that the page sent. */
export interface SentRequest {
  method: string
  url: URL
  body: unknown
}

interface Reply {
  status?: number
  body?: unknown
}
type Answer = (request: SentRequest) => Reply | Promise<Reply>

/**
 * Stubs XMLHttpRequest, which carries uploads. It reports half of the bytes as sent at once and the rest with the
 * response.
 */
export function stubXhr(sent: SentRequest[], answer: Answer): void {
  class StubXhr {
    upload: { onprogress: ((event: Partial<ProgressEvent>) => void) | null } = { onprogress: null }
    onload: (() => void) | null = null
    onerror: (() => void) | null = null
    onabort: (() => void) | null = null
    onloadend: (() => void) | null = null
    timeout = 0
    status = 0
    responseText = ''
    #request: SentRequest = { method: 'GET', url: new URL('http://backend.test'), body: null }
    #ended = false

    open(method: string, url: string) {
      this.#request = { method, url: new URL(url), body: null }
    }
    setRequestHeader() {}
    getAllResponseHeaders() {
      return 'content-type: application/json\r\n'
    }
    abort() {
      this.#end(this.onabort)
    }
    send(body: unknown) {
      this.#request = { ...this.#request, body }
      sent.push(this.#request)
      this.#progress(0.5)
      Promise.resolve()
        .then(() => answer(this.#request))
        .then(
          ({ status = 200, body: reply = null }) => {
            this.#progress(1)
            this.status = status
            this.responseText = JSON.stringify(reply)
            this.#end(this.onload)
          },
          () => this.#end(this.onerror),
        )
    }
    #progress(share: number) {
      if (!this.#ended) this.upload.onprogress?.({ lengthComputable: true, loaded: share * 100, total: 100 })
    }
    #end(callback: (() => void) | null) {
      if (this.#ended) return
      this.#ended = true
      callback?.()
      this.onloadend?.()
    }
  }
  vi.stubGlobal('XMLHttpRequest', StubXhr)
}
