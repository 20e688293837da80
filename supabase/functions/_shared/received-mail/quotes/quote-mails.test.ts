import { expect, it } from 'vitest'
import { parseMail } from '../parse.ts'
import { quoteMails } from './quote-mails.fixtures.ts'

it.each(quoteMails)('shows what was typed alone: $name', async ({ mail, typed }) => {
  const { content, quoted } = await parseMail(new TextEncoder().encode(mail.join('\r\n')), {})
  expect({ content, quoted }).toMatchObject({ content: typed })
})
