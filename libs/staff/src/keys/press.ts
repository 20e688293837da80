import { isApple } from './key-labels'

/** The parts of a keyboard event that decide about a shortcut. */
export interface KeyEventLike {
  key: string
  /** The physical key, whatever its label. */
  code?: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
  isComposing?: boolean
  keyCode?: number
  getModifierState?: (name: string) => boolean
}

/** Modifiers: pressing one alone neither starts nor ends a sequence. */
const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta', 'AltGraph', 'CapsLock', 'Fn', 'NumLock']

const isModifier = ({ key }: KeyEventLike): boolean => MODIFIERS.includes(key)

/** True for Shift with the key of the full stop; false on layouts that type the full stop itself with Shift. */
export const isShiftedStop = ({ key, code, shiftKey }: Pick<KeyEventLike, 'key' | 'code' | 'shiftKey'>) =>
  shiftKey && code === 'Period' && key !== '.'

/** True while an input method composes; older engines report key code 229. */
const belongsToInputMethod = (event: KeyEventLike): boolean =>
  event.isComposing === true ||
  event.keyCode === 229 ||
  ['Dead', 'Process', 'Unidentified'].includes(event.key)

/**
 * Names a key press as in the list of commands: `j`, `shift+j`, `?`, `Enter`, `mod+k`, `mod+shift+Enter`. `mod` is Ctrl
 * or Cmd. Caps lock is ignored. Letters of other scripts are named by the physical key, so that shortcuts work with a
 * Cyrillic or Greek layout. Punctuation is named without shift, because layouts differ in where they need it,
 * except `mod+shift+.`.
 * @param apple true when `mod` is Cmd
 * @returns null for presses that are never shortcuts: input methods, dead keys, Alt, AltGr and modifiers alone
 */
export function pressOf(event: KeyEventLike, apple = isApple()): string | null {
  if (belongsToInputMethod(event) || isModifier(event)) return null
  // AltGr types symbols; some systems report it as Ctrl and Alt together.
  if (event.altKey || event.getModifierState?.('AltGraph')) return null
  // The other modifier belongs to the system and to text editing.
  if (apple ? event.ctrlKey : event.metaKey) return null
  const mod = event.ctrlKey || event.metaKey ? 'mod+' : ''
  if (mod && isShiftedStop(event)) return 'mod+shift+.'
  const key = event.key.length === 1 ? charOf(event) : event.key
  const isLetter = /^[a-z]$/.test(key)
  const shift = event.shiftKey && (isLetter || key.length > 1) ? 'shift+' : ''
  return mod + shift + key
}

function charOf({ key, code = '' }: KeyEventLike): string {
  const physical = /^Key([A-Z])$/.exec(code)?.[1]
  const foreign = (key.codePointAt(0) ?? 0) > 0x7f
  return (foreign && physical ? physical : key).toLowerCase()
}

/** Input types that take no letters. */
const NOT_TYPED = ['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image', 'range', 'color']

/** True where keys are text input or choose an option of a native list. */
export function isField(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false
  if (target instanceof HTMLInputElement) return !NOT_TYPED.includes(target.type)
  if (target.closest('textarea, select, [role=textbox], [role=searchbox], [role=combobox]')) return true
  // jsdom supports only the attribute; browsers also nested elements.
  const editable = target.closest('[contenteditable]')
  return editable !== null && editable.getAttribute('contenteditable') !== 'false'
}

/** True in widgets with their own keys, such as menus. */
export const isMenu = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role=menu], [role=listbox], [role=tablist]') !== null

/** True when the focused element handles Enter. */
export const isPressable = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a[href], button, summary, input, [role=button]') !== null

/** True while a modal dialog is open. */
export const isDialogOpen = (): boolean =>
  document.querySelector('dialog[open], [role=dialog], [role=alertdialog]') !== null
