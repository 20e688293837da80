import { isApple } from './key-labels'

/** What a keyboard event tells that decides about a shortcut. */
export interface KeyEventLike {
  key: string
  /** The place on the keyboard, whatever is printed there. */
  code?: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  isComposing?: boolean
  keyCode?: number
  getModifierState?: (name: string) => boolean
}

/** Keys that only change others: pressing one begins or ends nothing. */
const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Fn', 'NumLock']

const isModifier = ({ key }: KeyEventLike): boolean => MODIFIERS.includes(key)

/** While an input method composes, keys belong to it; 229 is what older engines say then. */
const belongsToInputMethod = (event: KeyEventLike): boolean =>
  event.isComposing === true ||
  event.keyCode === 229 ||
  ['Dead', 'Process', 'Unidentified'].includes(event.key)

/**
 * The name of a key press as the list of commands spells it: `j`, `shift+j`, `?`, `Enter`, `mod+k`, `mod+shift+Enter`.
 * `mod` is Ctrl or Cmd. Letters are named without regard to caps lock; a letter of another script goes by its
 * place, so that shortcuts work with a Cyrillic or Greek layout. Of signs only what is typed counts: `?` and `/` take
 * a shift on some layouts and none on others.
 * @param apple `mod` is Cmd; elsewhere it is Ctrl
 * @returns null for what is never a shortcut: input methods, dead keys, Alt and AltGr, modifiers alone
 */
export function pressOf(event: KeyEventLike, apple = isApple()): string | null {
  if (belongsToInputMethod(event) || isModifier(event)) return null
  // AltGr types signs; some systems report it as Ctrl and Alt together.
  if (event.altKey || event.getModifierState?.('AltGraph')) return null
  // The other of the two belongs to the system and to moving about in texts.
  if (apple ? event.ctrlKey : event.metaKey) return null
  const mod = event.ctrlKey || event.metaKey ? 'mod+' : ''
  const key = event.key.length === 1 ? charOf(event) : event.key
  const isLetter = /^[a-z]$/.test(key)
  const shift = event.shiftKey && (isLetter || key.length > 1) ? 'shift+' : ''
  return mod + shift + key
}

function charOf({ key, code = '' }: KeyEventLike): string {
  const place = /^Key([A-Z])$/.exec(code)?.[1]
  const foreign = (key.codePointAt(0) ?? 0) > 0x7f
  return (foreign && place ? place : key).toLowerCase()
}

/** Input types in which letters are not typed. */
const NOT_TYPED = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image', 'range', 'color']

/** Whether keys pressed here are text, or choose in a list of the browser. */
export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (target instanceof HTMLInputElement) return !NOT_TYPED.includes(target.type)
  if (target.closest('textarea, select, [role=textbox], [role=searchbox], [role=combobox]')) return true
  // jsdom knows the attribute alone; browsers also the parts inside.
  const editable = target.closest('[contenteditable]')
  return editable !== null && editable.getAttribute('contenteditable') !== 'false'
}

/** Whether the focus is in something that has keys of its own, such as a menu. */
export const isMenu = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=menu], [role=listbox], [role=tablist]') !== null

/** Whether Enter belongs to what has the focus. */
export const isPressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a[href], button, summary, input, [role=button]') !== null

/** Whether something lies over the page that has to be answered first. */
export const isDialogOpen = (): boolean =>
  document.querySelector('dialog[open], [role=dialog], [role=alertdialog]') !== null
