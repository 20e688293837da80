import { fileURLToPath } from 'node:url'
import { ESLint } from 'eslint'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const eslint = new ESLint({ cwd: root })
const rule = 'texts/in-texts-file'

/** Lints a component as if `filePath` contained it. @returns the ids of the violated rules */
async function violatedRules(code: string, filePath: string) {
  const [result] = await eslint.lintText(code, { filePath: `${root}/${filePath}` })
  return (result?.messages ?? []).map(({ ruleId, message }) => ruleId ?? message)
}
const page = 'apps/admin-console/src/users/Planted.tsx'
const component = (body: string) => `export const Planted = ({ n }: { n: number }) => ${body}\n`

it.each([
  ['the text of an element', component('<p>Nobody yet</p>')],
  ['a text in braces', component("<p>{n > 0 ? 'yes' : 'no'}</p>")],
  ['a template in an element', component('<p>{`${n} tickets`}</p>')],
  ['a label', component('<nav aria-label="users" />')],
  ['a placeholder that may be missing', component("<input placeholder={n > 0 ? 'search' : undefined} />")],
  ['the title of a toast', "export const toast = { type: 'success', title: 'saved' }\n"],
  ['a sentence in a function', "export const hint = () => 'Choose a range.'\n"],
  ['a sentence with values', 'export const hint = (n: number) => `At most ${n} files`\n'],
  ['the text of an AppError', "import { AppError } from './errors'\nthrow new AppError('Try it again')\n"],
])('rejects %s', async (_name, code) => {
  expect(await violatedRules(code, page)).toContain(rule)
})

it.each(['libs/auth', 'libs/staff', 'libs/tickets', 'libs/ui', 'apps/shell'])(
  'rejects a text in a component of %s',
  async (project) => {
    const code = component('<p>Nobody yet</p>')
    expect(await violatedRules(code, `${project}/src/screens/Planted.tsx`)).toContain(rule)
  },
)

it.each([
  ['texts of the texts.ts', component('<p title={texts.title}>{texts.text(n)}</p>')],
  ['names of styles and keys', component('<p id="users" className="a b" data-key={`row-${n}`} />')],
  ['the message of a plain error', "throw new RangeError('An empty page has no last row')\n"],
  ['a line of the console', "console.error('The assistant did not answer:', 1)\n"],
  ['the action that a function is called with', "call('staff-mail', { action: 'attach' })\n"],
  ['drawings', component('<path d="M8 0a8 8 0 0 0-2.5 15.6c.4.1" />')],
])('allows %s', async (_name, code) => {
  expect(await violatedRules(code, page)).not.toContain(rule)
})

it.each([
  'apps/admin-console/src/users/texts.ts',
  'apps/admin-console/src/users/Planted.test.tsx',
  'libs/tickets/src/model/statuses.ts',
])('allows texts in %s', async (path) => {
  expect(await violatedRules("export const title = 'All users'\n", path)).not.toContain(rule)
})

describe('in functions', () => {
  const mail = 'supabase/functions/send-notifications/planted.ts'

  it.each([
    ['a sentence of a mail', 'export const ask = (n: number) => `Reply to this email within ${n} days.`\n'],
    ['a label of a link', "export const stop = { label: 'stop', url: '/' }\n"],
    ['the text of an error without a code', "throw new MailError('The mail server was too slow')\n"],
  ])('rejects %s', async (_name, code) => {
    expect(await violatedRules(code, mail)).toContain(rule)
  })

  it.each([
    ['the sentence of an error whose code has words', "throw new HttpError(404, 'gone', 'It is gone')\n"],
    ['the sentence of a refusal whose code has words', "failure(405, 'Use POST', 'method_not_allowed')\n"],
    ['what only the log has of an error', "throw new ServiceError('The Data API is away', 503)\n"],
    ['a header of a mail', "export const lines = ['Content-Type: text/plain', 'MIME-Version: 1.0']\n"],
    ['the value of a header', "export const headers = { 'X-Auto-Response-Suppress': 'OOF, AutoReply' }\n"],
    ['words of a protocol', "export const armor = '-----BEGIN PGP MESSAGE-----'\n"],
    ['a color', "export const LIGHT = { text: '#18181b' }\n"],
  ])('allows %s', async (_name, code) => {
    expect(await violatedRules(code, mail)).not.toContain(rule)
  })

  it.each([
    'supabase/functions/send-notifications/texts.ts',
    'supabase/functions/_shared/mail-texts.ts',
    'supabase/functions/_shared/received-mail/automatic/planted.ts',
    'supabase/functions/admin-assistant/prompt.ts',
  ])('allows sentences in %s', async (path) => {
    expect(await violatedRules("export const title = 'Out of office'\n", path)).not.toContain(rule)
  })
})
