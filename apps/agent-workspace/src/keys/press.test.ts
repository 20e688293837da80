// @vitest-environment jsdom
import { describe, expect, it } from 'vitest'
import { isField, isMenu, isPressable, pressOf, type KeyEventLike } from './press'

const press = (key: string, more: Partial<KeyEventLike> = {}) =>
  pressOf({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...more }, false)

describe('the name of a key press', () => {
  it.each([
    ['j', {}, 'j'],
    ['J', { shiftKey: true }, 'shift+j'],
    // Caps lock is not shift.
    ['J', {}, 'j'],
    ['ArrowDown', { shiftKey: true }, 'shift+ArrowDown'],
    ['Enter', { ctrlKey: true }, 'mod+Enter'],
    ['Enter', { ctrlKey: true, shiftKey: true }, 'mod+shift+Enter'],
    ['k', { ctrlKey: true }, 'mod+k'],
    // A sign counts as typed, with or without shift.
    ['?', { shiftKey: true }, '?'],
    ['/', { shiftKey: true, code: 'Digit7' }, '/'],
    ['/', { code: 'Slash' }, '/'],
    // Another script goes by the place of the key.
    ['о', { code: 'KeyJ' }, 'j'],
    ['Л', { code: 'KeyK', shiftKey: true }, 'shift+k'],
    // A letter of this script by what is printed on it: on this layout `a` lies where q is.
    ['a', { code: 'KeyQ' }, 'a'],
    ['ö', { code: 'Semicolon' }, 'ö'],
  ])('%s %j is %s', (key, more, name) => expect(press(key, more)).toBe(name))

  it.each([
    ['Alt', 'j', { altKey: true }],
    ['AltGr, which types a sign', '@', { getModifierState: (name: string) => name === 'AltGraph' }],
    ['AltGr as Ctrl and Alt together', '{', { ctrlKey: true, altKey: true }],
    ['an input method that composes', 'j', { isComposing: true }],
    ['an input method in an older engine', 'j', { keyCode: 229 }],
    ['a dead key', 'Dead', {}],
    ['shift alone', 'Shift', { shiftKey: true }],
    ['the key of the other system', 'k', { metaKey: true }],
  ])('%s is never a shortcut', (_what, key, more) => expect(press(key, more)).toBeNull())

  it('takes Cmd on a Mac, where Ctrl moves in texts', () => {
    const event = { key: 'k', ctrlKey: false, metaKey: true, altKey: false, shiftKey: false }
    expect(pressOf(event, true)).toBe('mod+k')
    expect(pressOf({ ...event, ctrlKey: true, metaKey: false }, true)).toBeNull()
  })
})

describe('where a key was pressed', () => {
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
  ])('%s takes keys as text', (html) => expect(isField(at(html))).toBe(true))

  it.each([
    '<input type="checkbox" data-at>',
    '<button data-at></button>',
    '<div contenteditable="false" data-at></div>',
    '<p data-at></p>',
  ])('%s does not', (html) => expect(isField(at(html))).toBe(false))

  it('knows menus, and what Enter presses', () => {
    expect(isMenu(at('<div role="menu"><button data-at></button></div>'))).toBe(true)
    expect(isMenu(at('<button data-at></button>'))).toBe(false)
    expect(isPressable(at('<a href="/"><b data-at></b></a>'))).toBe(true)
    expect(isPressable(at('<h1 data-at></h1>'))).toBe(false)
    expect([isField(null), isMenu(null), isPressable(null)]).toEqual([false, false, false])
  })
})
