// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { isField, isMenu, isPressable, pressOf, type KeyEventLike } from './press'

const press = (key: string, more: Partial<KeyEventLike> = {}) =>
  pressOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more }, false)

describe('pressOf', () => {
  it.each([
    ['j', {}, 'j'],
    ['J', { shiftKey: true }, 'shift+j'],
    // Caps lock is not shift.
    ['J', {}, 'j'],
    ['ArrowDown', { shiftKey: true }, 'shift+ArrowDown'],
    ['Enter', { ctrlKey: true }, 'mod+Enter'],
    ['Enter', { ctrlKey: true, shiftKey: true }, 'mod+shift+Enter'],
    ['k', { ctrlKey: true }, 'mod+k'],
    // Punctuation is named as typed, with or without shift.
    ['?', { shiftKey: true }, '?'],
    ['/', { shiftKey: true, code: 'Digit7' }, '/'],
    ['/', { code: 'Slash' }, '/'],
    // Letters of other scripts are named by the physical key.
    ['о', { code: 'KeyJ' }, 'j'],
    ['Л', { code: 'KeyK', shiftKey: true }, 'shift+k'],
    // Latin letters are named by the character: on this layout `a` is on the key of q.
    ['a', { code: 'KeyQ' }, 'a'],
    ['ö', { code: 'Semicolon' }, 'ö'],
  ])('names %s %j as %s', (key, more, name) => expect(press(key, more)).toBe(name))

  it.each([
    ['Alt', 'j', { altKey: true }],
    ['AltGr, which types a symbol', '@', { getModifierState: (name: string) => name === 'AltGraph' }],
    ['AltGr as Ctrl and Alt together', '{', { ctrlKey: true, altKey: true }],
    ['a composing input method', 'j', { isComposing: true }],
    ['an input method in an older engine', 'j', { keyCode: 229 }],
    ['a dead key', 'Dead', {}],
    ['shift alone', 'Shift', { shiftKey: true }],
    ['the modifier of the other system', 'k', { metaKey: true }],
  ])('returns null for %s', (_case, key, more) => expect(press(key, more)).toBeNull())

  it('names Ctrl+Shift and the key of the full stop alike on every layout', () => {
    for (const key of ['>', ':']) {
      const more = { code: 'Period', ctrlKey: true, shiftKey: true }
      expect(press(key, more)).toBe('mod+shift+.')
    }
    expect(press('.', { code: 'Comma', ctrlKey: true, shiftKey: true })).toBe('mod+.')
  })

  it('uses Cmd instead of Ctrl on a Mac', () => {
    const event = { key: 'k', ctrlKey: false, metaKey: true, altKey: false, shiftKey: false }
    expect(pressOf(event, true)).toBe('mod+k')
    expect(pressOf({ ...event, ctrlKey: true, metaKey: false }, true)).toBeNull()
  })
})

describe('key targets', () => {
  const at = (html: string) => {
    document.body.innerHTML = html
    return document.querySelector('[data-at]')
  }
  it.each([
    '<input data-at>',
    '<input type="search" data-at>',
    '<input type="date" data-at>',
    '<textarea data-at></textarea>',
    '<select data-at></select>',
    '<div contenteditable data-at></div>',
    '<div contenteditable="true"><b data-at></b></div>',
    '<div role="textbox" data-at></div>',
  ])('treat %s as a field', (html) => expect(isField(at(html))).toBe(true))

  it.each([
    '<input type="checkbox" data-at>',
    '<button data-at></button>',
    '<div contenteditable="false" data-at></div>',
    '<p data-at></p>',
  ])('do not treat %s as a field', (html) => expect(isField(at(html))).toBe(false))

  it('detect menus and elements that handle Enter', () => {
    expect(isMenu(at('<div role="menu"><button data-at></button></div>'))).toBe(true)
    expect(isMenu(at('<button data-at></button>'))).toBe(false)
    expect(isPressable(at('<a href="/"><b data-at></b></a>'))).toBe(true)
    expect(isPressable(at('<h1 data-at></h1>'))).toBe(false)
    expect([isField(null), isMenu(null), isPressable(null)]).toEqual([false, false, false])
  })
})
