interface SendKeyEvent {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** The command of a key press in the box: Ctrl or Cmd with Enter sends, with a full stop solves, with a comma waits. */
export function sendKey({ key, ctrlKey, metaKey, altKey, shiftKey }: SendKeyEvent) {
  if (!(ctrlKey || metaKey) || altKey) return null
  if (key === 'Enter') return shiftKey ? 'sendAndNext' : 'send'
  if (key === '.') return 'sendAndSolve'
  return key === ',' ? 'sendAndWait' : null
}
