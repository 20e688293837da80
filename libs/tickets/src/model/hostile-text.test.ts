import { slowest } from '@helpdesk/testing/hostile-text'
import { expect, it } from 'vitest'
import { autolink } from './autolinks'
import { hasMarkdown } from './markdown/has-markdown'
import { parseMarkdown } from './markdown/parse-markdown'

it.each<[string, (text: string) => unknown]>([
  ['Markdown', parseMarkdown],
  [
    'links',
    (text) => [autolink(text), autolink(`https://example.com/${text}`), autolink(`mailto:a@${text}`)],
  ],
  ['the need for Markdown', hasMarkdown],
])(
  'finds %s in hostile text in time',
  async (_name, read) => {
    const [name, milliseconds] = await slowest(read, 10_000)
    expect(milliseconds, name).toBeLessThan(400)
  },
  60_000,
)
