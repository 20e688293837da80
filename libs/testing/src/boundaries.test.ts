import { fileURLToPath } from 'node:url'
import { createProjectGraphAsync } from '@nx/devkit'
import { ESLint } from 'eslint'
import { beforeAll, describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Lints a planted line as if it stood in `filePath`; gives back the ids of the rules that it broke. */
async function rulesBrokenBy(line: string, filePath: string): Promise<string[]> {
  const [result] = await new ESLint({ cwd: root }).lintText(line, { filePath: `${root}/${filePath}` })
  return (result?.messages ?? []).map((message) => message.ruleId ?? message.message)
}

// Without a project graph the rule skips itself in silence: a fresh clone must build one first.
beforeAll(async () => {
  await createProjectGraphAsync({ exitOnError: false, resetDaemonClient: false })
}, 120_000)

const boundary = '@nx/enforce-module-boundaries'

describe('module boundaries', () => {
  it.each([
    [
      'an app importing an app',
      "import '../../customer-portal/src/routes'\n",
      'apps/agent-workspace/src/planted.ts',
    ],
    [
      'the shell importing a remote',
      "import '../../admin-console/src/routes'\n",
      'apps/shell/src/planted.ts',
    ],
    ['a remote importing the client', "import '@helpdesk/supabase'\n", 'apps/customer-portal/src/planted.ts'],
    ['the ui importing a feature', "import '@helpdesk/tickets'\n", 'libs/ui/src/planted.ts'],
    [
      'a customer importing administration',
      "import '@helpdesk/admin'\n",
      'apps/customer-portal/src/planted.ts',
    ],
    ['administration importing tickets', "import '@helpdesk/tickets'\n", 'libs/admin/src/planted.ts'],
    ['auth importing tickets', "import '@helpdesk/tickets'\n", 'libs/auth/src/planted.ts'],
  ])('refuse %s', async (_name, line, filePath) => {
    expect(await rulesBrokenBy(line, filePath)).toContain(boundary)
  })

  it('allow what the house allows', async () => {
    const line = "import '@helpdesk/ui'\n"
    expect(await rulesBrokenBy(line, 'apps/customer-portal/src/planted.ts')).not.toContain(boundary)
  })

  it('keep React out of model/', async () => {
    const line = "import 'react'\n"
    expect(await rulesBrokenBy(line, 'libs/tickets/src/model/planted.ts')).toContain('no-restricted-imports')
  })
})
