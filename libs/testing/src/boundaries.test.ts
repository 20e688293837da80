import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createProjectGraphAsync } from '@nx/devkit'
import { ESLint } from 'eslint'
import { beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Lints a line as if `filePath` contained it. @returns the ids of the violated rules */
async function violatedRules(line: string, filePath: string): Promise<string[]> {
  const [result] = await new ESLint({ cwd: root }).lintText(line, { filePath: `${root}/${filePath}` })
  return (result?.messages ?? []).map((message) => message.ruleId ?? message.message)
}

// without a project graph, as in a fresh clone, Nx silently skips its rule
beforeAll(async () => {
  await createProjectGraphAsync({ exitOnError: false, resetDaemonClient: false })
  // the first call loads the parser and Nx's rule, for up to half a minute on a busy machine
  await violatedRules('', 'libs/ui/src/planted.ts')
}, 240_000)

const boundary = '@nx/enforce-module-boundaries'
/** Bans imports of single files of libraries whose state is shared. */
const sharedIndex = '@typescript-eslint/no-restricted-imports'

describe('lint rules', () => {
  const shell = 'apps/shell/src/planted.ts'
  const customerPortal = 'apps/customer-portal/src/planted.ts'
  const agentWorkspace = 'apps/agent-workspace/src/planted.ts'

  it.each([
    ['an app importing an app', '../../customer-portal/src/routes', agentWorkspace],
    ['the shell importing a remote', '../../admin-console/src/routes', shell],
    ['the shell importing tickets', '@helpdesk/tickets/model/statuses', shell],
    ['the shell importing staff code', '@helpdesk/staff/model/bulk', shell],
    ['a customer remote importing staff code', '@helpdesk/staff/model/bulk', customerPortal],
    ['tickets importing staff code', '@helpdesk/staff/model/bulk', 'libs/tickets/src/planted.ts'],
    [
      'the backend importing tickets',
      '@helpdesk/tickets/model/statuses',
      'apps/local-supabase/src/planted.ts',
    ],
    ['ui importing tickets', '@helpdesk/tickets/model/statuses', 'libs/ui/src/planted.ts'],
    ['ui importing auth', '@helpdesk/auth', 'libs/ui/src/planted.ts'],
    ['auth importing tickets', '@helpdesk/tickets/model/statuses', 'libs/auth/src/planted.ts'],
    ['the contract importing a library', '@helpdesk/ui', 'libs/remote-contract/src/planted.ts'],
    ['a relative path into another library', '../../auth/src/index', 'libs/tickets/src/planted.ts'],
    ['staff code importing an app', '../../../apps/agent-workspace/src/routes', 'libs/staff/src/planted.ts'],
    ['supabase importing auth', '@helpdesk/auth', 'libs/supabase/src/planted.ts'],
    ['test helpers importing tickets', '@helpdesk/tickets/model/statuses', 'libs/testing/src/planted.ts'],
    ['the database importing tickets', '@helpdesk/tickets/model/statuses', 'supabase/planted.ts'],
    ['the database importing ui', '@helpdesk/ui', 'supabase/planted.ts'],
    ['the backend importing the database', '@helpdesk/database/matrix', 'apps/local-supabase/src/planted.ts'],
    ['a journey importing a library', '@helpdesk/auth', 'e2e/planted.ts'],
    ['a customer remote importing an admin remote', '../../admin-console/src/routes', customerPortal],
  ])('reject %s', async (_name, path, filePath) => {
    expect(await violatedRules(`import '${path}'\n`, filePath)).toContain(boundary)
  })

  it.each([
    ['ui in a remote', '@helpdesk/ui', customerPortal],
    ['tickets in the customer remote', '@helpdesk/tickets/model/statuses', customerPortal],
    ['staff code in the agent remote', '@helpdesk/staff/model/bulk', agentWorkspace],
    ['tickets in staff code', '@helpdesk/tickets/model/statuses', 'libs/staff/src/planted.ts'],
    ['the access matrix in a journey', '@helpdesk/database/staff-calls', 'e2e/planted.ts'],
  ])('allow %s', async (_name, path, filePath) => {
    expect(await violatedRules(`import '${path}'\n`, filePath)).not.toContain(boundary)
  })

  it.each([
    ['React in model/', "import 'react'\n", 'libs/tickets/src/model/planted.ts'],
    ['a screen in model/', "import '../screens/thread/texts'\n", 'libs/tickets/src/model/planted.ts'],
    [
      'a feature in model/ of a remote',
      "import '../users/texts'\n",
      'apps/admin-console/src/model/planted.ts',
    ],
    [
      'a screen in a folder of model/',
      "import '../../screens/texts'\n",
      'libs/auth/src/model/words/planted.ts',
    ],
    [
      'a screen of another library in model/',
      "import '@helpdesk/tickets/screens/texts'\n",
      'libs/staff/src/model/planted.ts',
    ],
    ['a screen in api/', "import '../screens/texts'\n", 'libs/tickets/src/api/planted.ts'],
    [
      'a screen of another library in api/',
      "import '@helpdesk/tickets/screens/texts'\n",
      'libs/staff/src/api/planted.ts',
    ],
    ['texts of a feature in api/', "import '../dashboard/texts'\n", 'apps/admin-console/src/api/planted.ts'],
    ['a separate query cache in api/', "import '@tanstack/react-query'\n", 'libs/staff/src/api/planted.ts'],
    ['a separate query cache in a remote', "import '@tanstack/react-query'\n", customerPortal],
  ])('reject %s', async (_name, line, filePath) => {
    expect(await violatedRules(line, filePath)).toContain('no-restricted-imports')
  })

  it.each([
    ['its texts in model/', "import './planted-texts'\n", 'libs/tickets/src/model/planted.ts'],
    ['a rule from a folder of model/', "import '../autolinks'\n", 'libs/tickets/src/model/words/planted.ts'],
    ['texts of model/ in api/', "import '../model/undo-texts'\n", 'libs/staff/src/api/planted.ts'],
  ])('allow %s', async (_name, line, filePath) => {
    expect(await violatedRules(line, filePath)).not.toContain('no-restricted-imports')
  })

  it.each([
    ['an atom', "import { atom } from 'jotai'\nexport const countAtom = atom(0)\n"],
    ['a map', 'const drafts = new Map()\nexport const count = () => drafts.size\n'],
    ['a variable', 'let last = 0\nexport const next = () => ++last\n'],
  ])('reject %s that would exist once in each remote', async (_name, lines) => {
    expect(await violatedRules(lines, 'libs/staff/src/planted.ts')).toEqual(['no-restricted-syntax'])
    expect(await violatedRules(lines, agentWorkspace)).toEqual([])
  })

  it.each([
    ['a run that is looked for at each of its characters', '/-{3,}x/', 'regexp/no-super-linear-move'],
    ['two quantifiers that share characters', '/^a+\\.?a+$/', 'regexp/no-super-linear-backtracking'],
  ])('reject an expression with %s', async (_name, expression, rule) => {
    const line = `export const isFound = (text: string) => ${expression}.test(text)\n`
    expect(await violatedRules(line, 'supabase/functions/_shared/planted.ts')).toContain(rule)
    expect(await violatedRules(line, 'libs/tickets/src/planted.ts')).toContain(rule)
  })

  it('allow an atom that exists once on the page', async () => {
    const lines = `import { oncePerPage } from '@helpdesk/ui'
import { atom } from 'jotai'
export const countAtom = oncePerPage('count@1', () => atom(0))
`
    expect(await violatedRules(lines, 'libs/tickets/src/planted.ts')).toEqual([])
  })

  it.each([
    ['auth in a remote', '@helpdesk/auth/session/hooks', agentWorkspace],
    ['supabase in a remote', '@helpdesk/supabase/config', customerPortal],
    ['auth in model/ of tickets', '@helpdesk/auth/model/roles', 'libs/tickets/src/model/planted.ts'],
    ['supabase in staff code', '@helpdesk/supabase/config', 'libs/staff/src/planted.tsx'],
  ])('reject a subpath of %s', async (_name, path, filePath) => {
    expect(await violatedRules(`import '${path}'\n`, filePath)).toContain(sharedIndex)
  })

  it.each([
    ['the index of auth in a remote', '@helpdesk/auth', agentWorkspace],
    ['a subpath of auth in the shell', '@helpdesk/auth/session/hooks', shell],
    ['a subpath of auth in a test', '@helpdesk/auth/session/hooks', 'libs/tickets/src/planted.test.ts'],
    ['a subpath of auth in testing/', '@helpdesk/auth/session/hooks', 'libs/tickets/src/testing/planted.ts'],
  ])('allow %s', async (_name, path, filePath) => {
    expect(await violatedRules(`import '${path}'\n`, filePath)).not.toContain(sharedIndex)
  })

  it.each(['libs/staff/src/planted.tsx', 'apps/admin-console/src/planted.tsx'])(
    'reject a field that cuts its text in %s',
    async (filePath) => {
      const line = 'export const field = <textarea maxLength={10} />\n'
      expect(await violatedRules(line, filePath)).toContain('no-restricted-syntax')
    },
  )

  it('fail for a project whose tags have no rule', async () => {
    const folder = `${root}/libs/planted-${process.pid}`
    mkdirSync(folder)
    try {
      writeFileSync(
        `${folder}/package.json`,
        JSON.stringify({ nx: { tags: ['scope:other', 'type:domain'] } }),
      )
      const run = promisify(execFile)(
        process.execPath,
        ['--input-type=module', '-e', "import './eslint.config.js'"],
        {
          cwd: root,
        },
      )
      await expect(run).rejects.toThrow(/needs one scope: and one type: tag/)
    } finally {
      rmSync(folder, { recursive: true })
    }
  }, 120_000)
})
