import { vi } from 'vitest'

/** A request of the page, as tests look at it. */
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
 * Lets XMLHttpRequests, which carry uploads, be answered like every other request of the page. Half of the bytes
 * are reported as sent at once, all of them when the answer comes.
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
    #over = false

    open(method: string, url: string) {
      this.#request = { method, url: new URL(url), body: null }
    }
    setRequestHeader() {}
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
      if (!this.#over) this.upload.onprogress?.({ lengthComputable: true, loaded: share * 100, total: 100 })
    }
    #end(tell: (() => void) | null) {
      if (this.#over) return
      this.#over = true
      tell?.()
      this.onloadend?.()
    }
  }
  vi.stubGlobal('XMLHttpRequest', StubXhr)
}
