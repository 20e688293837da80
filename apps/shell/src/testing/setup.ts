import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

// the first lazy chunk of a test run is transformed on demand
configure({ asyncUtilTimeout: 10_000 })

// jsdom has no modal dialogs: here they open and close, and nothing more
HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
  this.open = true
}
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.open = false
}

// nor does it scroll
window.scrollTo = () => undefined
