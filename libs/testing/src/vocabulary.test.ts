import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The words of the statuses in a file, by status: `open: 'Open'` or `open: { label: 'Open' }`. */
function statusWords(file: string): Record<string, string> {
  const table = /const status\w* *(?:: Record<string, string>)? *= \{\n([^]*?)\n\}/i.exec(
    readFileSync(`${root}/${file}`, 'utf8'),
  )?.[1]
  const rows = (table ?? '').matchAll(/^ {2}(\w+): (?:\{ label: )?'([^']+)'/gm)
  return Object.fromEntries([...rows].map(([, status = '', word = '']) => [status, word]))
}

// The shell and the functions may not import the tickets library.
it.each(['apps/shell/src/notifications/texts.ts', 'supabase/functions/send-notifications/texts.ts'])(
  '%s names the statuses as the screens do',
  (file) => {
    const words = statusWords('libs/tickets/src/model/statuses.ts')
    expect(Object.keys(words)).toHaveLength(6)
    expect(statusWords(file)).toEqual(words)
  },
)
