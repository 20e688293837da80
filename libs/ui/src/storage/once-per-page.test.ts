import { expect, it, vi } from 'vitest'
import { oncePerPage } from './once-per-page'

it('creates a value once per key', () => {
  const create = vi.fn(() => ({}))
  const first = oncePerPage('once-per-page-test@1', create)
  expect(oncePerPage('once-per-page-test@1', create)).toBe(first)
  expect(create).toHaveBeenCalledOnce()
  expect(oncePerPage('once-per-page-test@2', create)).not.toBe(first)
})

it('keeps a value that is undefined', () => {
  const create = vi.fn(() => undefined)
  oncePerPage('once-per-page-test-undefined@1', create)
  oncePerPage('once-per-page-test-undefined@1', create)
  expect(create).toHaveBeenCalledOnce()
})
