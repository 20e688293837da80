const WORDS: Record<string, string> = {
  shift: 'Shift',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
  Enter: 'Enter',
}

/** True where Cmd is what Ctrl is elsewhere. */
export const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent)

/**
 * The caps to show for a shortcut, by sequence and then by keys held together: `g a` is [['G'], ['A']],
 * `mod+Enter` is [['Ctrl', 'Enter']].
 */
export const capsOf = (keys: string, apple = isApple()): string[][] =>
  keys
    .split(' ')
    .map((press) =>
      press
        .split('+')
        .map((part) => (part === 'mod' ? (apple ? '⌘' : 'Ctrl') : (WORDS[part] ?? part.toUpperCase()))),
    )
