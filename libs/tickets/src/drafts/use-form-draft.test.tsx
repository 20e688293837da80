// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { signInAs } from '../testing'
import { parseFormDraft, useFormDraft } from './use-form-draft'

const defaults = { name: '', tags: ['a'], shared: false }

beforeEach(() => {
  localStorage.clear()
  signInAs()
})

it.each([
  ['', null],
  ['not JSON', null],
  ['3', null],
  ['null', null],
  ['{"name":"x","tags":["b"],"shared":true}', { name: 'x', tags: ['b'], shared: true }],
  ['{"name":3,"tags":{},"shared":null,"more":1,"toString":"x"}', defaults],
])('parseFormDraft of %j', (stored, expected) => expect(parseFormDraft(stored, defaults)).toEqual(expected))

it('keeps what differs from the form’s own values, until it is cleared', () => {
  const open = () => renderHook(() => useFormDraft('form', defaults))
  const first = open()
  expect(first.result.current).toMatchObject({ initial: defaults, isRestored: false })
  act(() => first.result.current.keep({ ...defaults, name: 'Half a na' }))
  first.unmount()
  const second = open()
  expect(second.result.current).toMatchObject({
    initial: { ...defaults, name: 'Half a na' },
    isRestored: true,
  })
  act(() => second.result.current.keep(defaults))
  second.unmount()
  const third = open()
  expect(third.result.current.isRestored).toBe(false)
  act(() => third.result.current.keep({ ...defaults, shared: true }))
  act(() => third.result.current.clear())
  third.unmount()
  expect(open().result.current.isRestored).toBe(false)
})
