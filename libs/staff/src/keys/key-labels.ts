const WORDS: Record<string, string> = {
  shift: 'Shift',
  ArrowDown: '↓',
  ArrowUp: '↑',
  Escape: 'Esc',
  Enter: 'Enter',
}

/** True on systems that use Cmd instead of Ctrl. */
export const isApple = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent)

/**
 * The key caps of a shortcut: one array per press of the sequence, with its combined keys. `g a` gives [['G'], ['A']],
 * `mod+Enter` gives [['Ctrl', 'Enter']].
 */
export const capsOf = (keys: string, apple = isApple()): string[][] =>
  keys
    .split(' ')
    .map((press) =>
      press
        .split('+')
        .map((part) => (part === 'mod' ? (apple ? '⌘' : 'Ctrl') : (WORDS[part] ?? part.toUpperCase()))),
    )
