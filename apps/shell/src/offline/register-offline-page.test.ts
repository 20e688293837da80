// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { registerOfflinePage } from './register-offline-page'

const register = vi.fn(() => Promise.resolve())
const withWorkers = () =>
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: { register } })

afterEach(() => {
  Reflect.deleteProperty(navigator, 'serviceWorker')
  register.mockReset()
  vi.unstubAllEnvs()
})

it('registers the worker of the offline page, where there are workers', () => {
  vi.stubEnv('DEV', false)
  registerOfflinePage()
  withWorkers()
  registerOfflinePage()
  expect(register.mock.calls).toEqual([['/offline-worker.js']])
})

it('registers none on a development server', () => {
  withWorkers()
  registerOfflinePage()
  expect(register).not.toHaveBeenCalled()
})
