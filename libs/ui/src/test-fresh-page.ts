import { cleanup } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

declare global {
  /** Set by Vitest, which resets it between the files of a project that isolates them. */
  var __vitest_mocker__: { reset: () => void }
}

function removeAttributes(element: Element) {
  for (const { name } of [...element.attributes]) element.removeAttribute(name)
}

/** Unmounts what a test rendered, and ends its stubs after the code that it began to load has sent its requests. */
export function cleanUpAfterTest(): void {
  afterEach(async () => {
    if (typeof document !== 'undefined') cleanup()
    // On a busy machine, these requests would come in the next test.
    await vi.dynamicImportSettled()
    vi.unstubAllGlobals()
  })
}

/**
 * For test setups of projects with `isolate: false`: jsdom and packages stay loaded from file to file, because loading
 * them takes longer than the tests. Own modules, mocks, storage and page start anew for each file.
 */
export function freshPageAfterFile(): void {
  afterAll(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
    vi.unstubAllEnvs()
    globalThis.__vitest_mocker__.reset()
    vi.resetModules()
    // What our code keeps on the global object, as for the copies of a module in two remotes.
    for (const name of Object.keys(globalThis))
      if (/^_*helpdesk/.test(name)) Reflect.deleteProperty(globalThis, name)
    if (typeof document === 'undefined') return
    localStorage.clear()
    sessionStorage.clear()
    window.history.replaceState(null, '', '/')
    document.title = ''
    document.body.replaceChildren()
    removeAttributes(document.documentElement)
    removeAttributes(document.body)
  })
}
