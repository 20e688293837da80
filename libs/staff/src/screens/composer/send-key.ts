import { isShiftedStop } from '../../keys/press'

interface SendKeyEvent {
  key: string
  /** The physical key: with Shift, layouts differ in what the full stop types. */
  code?: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/**
 * The command of a key press in the box: Ctrl or Cmd with Enter sends, with a full stop solves, with a comma waits. Enter
 * and the full stop with Shift go on to the next ticket.
 */
export function sendKey({ key, code, ctrlKey, metaKey, altKey, shiftKey }: SendKeyEvent) {
  if (!(ctrlKey || metaKey) || altKey) return null
  if (key === 'Enter') return shiftKey ? 'sendAndNext' : 'send'
  if (isShiftedStop({ key, code, shiftKey })) return 'solveAndNext'
  if (key === '.') return 'sendAndSolve'
  return key === ',' ? 'sendAndWait' : null
}
