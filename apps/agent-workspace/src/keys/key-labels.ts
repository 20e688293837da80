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
 * The key caps of a shortcut, by sequence and then by combined keys: `g a` is [['G'], ['A']],
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
