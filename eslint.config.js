import { readdirSync, readFileSync } from 'node:fs'
import js from '@eslint/js'
import nx from '@nx/eslint-plugin'
import prettier from 'eslint-config-prettier'
import hooks from 'eslint-plugin-react-hooks'
import regexp from 'eslint-plugin-regexp'
import ts from 'typescript-eslint'
import { guardedCallbacks } from './libs/testing/src/lint/guarded-rule.js'
import { inTextsFile } from './libs/testing/src/lint/texts-rule.js'

/**
 * Who may import whom: an allow-list on two axes, of which both must agree. `scope:` says whose code it is, `type:`
 * what kind of project it is. A remote is never on a list, so apps never import apps.
 */
const allowed = {
  'scope:shared': ['scope:shared', 'scope:testing'],
  'scope:auth': ['scope:auth', 'scope:shared', 'scope:testing'],
  'scope:tickets': ['scope:tickets', 'scope:auth', 'scope:shared', 'scope:testing'],
  'scope:staff': ['scope:staff', 'scope:tickets', 'scope:auth', 'scope:shared', 'scope:testing'],
  'scope:backend': ['scope:backend', 'scope:testing', 'scope:shared'],
  'scope:testing': ['scope:shared', 'scope:auth'],

  'type:contract': [],
  'type:ui': [],
  'type:client': ['type:ui'],
  'type:session': ['type:ui', 'type:client', 'type:testing'],
  'type:domain': ['type:domain', 'type:session', 'type:ui', 'type:client', 'type:testing'],
  'type:host': ['type:session', 'type:ui', 'type:client', 'type:contract', 'type:testing'],
  'type:remote': ['type:domain', 'type:session', 'type:ui', 'type:client', 'type:contract', 'type:testing'],
  'type:backend': ['type:testing', 'type:contract'],
  'type:database': ['type:testing', 'type:client'],
  'type:testing': ['type:client', 'type:contract'],
  'type:e2e': ['type:testing', 'type:database'],
}
const depConstraints = Object.entries(allowed).map(([sourceTag, onlyDependOnLibsWithTags]) => ({
  sourceTag,
  onlyDependOnLibsWithTags,
}))

const tagsOf = (folder) =>
  JSON.parse(readFileSync(new URL(`${folder}/package.json`, import.meta.url), 'utf8')).nx?.tags ?? []

// Nx does not restrict a project whose tags have no rule: such a project stops the lint.
const inside = (folder) => readdirSync(new URL(folder, import.meta.url)).map((name) => `${folder}/${name}`)
for (const folder of ['supabase', 'e2e', ...inside('apps'), ...inside('libs')]) {
  const tags = tagsOf(folder)
  const axes = tags.filter((tag) => tag in allowed).map((tag) => tag.split(':')[0])
  if (tags.length !== 2 || axes.sort().join() !== 'scope,type')
    throw new Error(
      `${folder}/package.json needs one scope: and one type: tag that eslint.config.js has a rule for`,
    )
}

const remotes = inside('apps').filter((folder) => tagsOf(folder).includes('type:remote'))
/** Code that remotes bundle. */
const bundled = ['libs/tickets', 'libs/staff', ...remotes].map((folder) => `${folder}/src/**/*.{ts,tsx}`)

/** Packages whose texts live in the texts.ts of each feature, or in a `*-texts.ts` when only late chunks need them. */
const translatable = [...remotes, 'apps/shell', 'libs/tickets', 'libs/staff', 'libs/auth', 'libs/ui']

/** Files of nothing but texts: words by code, and the sentence that says what a change did. */
const textTables = [
  ...['errors', 'priorities', 'statuses'].map((table) => `libs/tickets/src/model/${table}.ts`),
  'libs/staff/src/model/change-text.ts',
]

/** Files of functions whose words stay as they are in every language. */
const notTranslated = [
  // Data of all languages: how mails greet and quote, and how foreign servers say that one is automatic or was returned.
  'supabase/functions/send-notifications/greeting.ts',
  'supabase/functions/_shared/received-mail/{automatic,bounces,quotes}/**',
  // For the model, not for people.
  'supabase/functions/admin-assistant/{prompt,tools}.ts',
]

/** Forbids a second query cache. */
const ownCache = {
  name: '@tanstack/react-query',
  message: 'Use @helpdesk/ui/query: remotes share one query cache.',
}

/**
 * Rules and their words know no screen. `up` leads out of model/, which has folders of one level.
 * @param up such as `../`
 */
const modelImports = (up) => ({
  patterns: [
    { group: ['react', 'react-dom', '@chakra-ui/*', '*.tsx'] },
    {
      regex: `^${up.replaceAll('.', '\\.')}|^@helpdesk/(tickets|staff)/screens/`,
      message: 'model/ imports only model/: its texts live in a *-texts.ts beside it.',
    },
  ],
})

/** Commands and queries know no screen and no texts of one. */
const noScreens = {
  regex: '(^|/)screens/|^(\\.\\./)+(?!model/)(.*/)?([a-z-]+-)?texts$',
  message: 'api/ imports no screens: its texts live in a *-texts.ts of model/.',
}

/** Forbids fields that cut a pasted text without a word. */
const cutText = {
  selector: 'JSXOpeningElement[name.name=/^[a-z]/] > JSXAttribute[name.name="maxLength"]',
  message: 'Use Input or Textarea, which keep the text and say by how much it is too long.',
}

/** Forbids state that would exist once in each remote. */
const moduleState = (selector) => ({
  selector,
  message:
    'Exists once in each remote: create it with oncePerPage, or disable the rule and say why two may exist.',
})

/** Forbids the clock of the device where code may mean the server's. */
const bareClocks = [
  'MemberExpression[object.name="Date"][property.name="now"]',
  'NewExpression[callee.name="Date"][arguments.length=0]',
].map((selector) => ({
  selector,
  message:
    'A device may have another time than the server: use serverNow() or deviceNow() of @helpdesk/ui/clock/server-clock, and performance.now() for durations.',
}))

/**
 * A rejected promise that nobody waits for is an error that nobody sees. Only `npm test -- lint` asks: these rules read the types
 * of the whole repository, which takes a minute and knows no planted files.
 */
const withTypes =
  process.env.HELPDESK_LINT_TYPES === 'on'
    ? ts.config({
        files: ['**/*.{ts,tsx}'],
        languageOptions: {
          parserOptions: { project: './tsconfig.json', tsconfigRootDir: import.meta.dirname },
        },
        rules: {
          '@typescript-eslint/no-floating-promises': 'error',
          '@typescript-eslint/no-misused-promises': 'error',
        },
      })
    : []

export default ts.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '**/.data/**',
      '**/test-results/**',
      '**/.stryker-tmp/**',
      '.nx/**',
    ],
  },
  js.configs.recommended,
  ...ts.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    plugins: { '@nx': nx, 'react-hooks': hooks },
    rules: {
      '@nx/enforce-module-boundaries': [
        'error',
        { allowCircularSelfDependency: true, allow: [], depConstraints },
      ],
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@tanstack/react-query',
              importNames: ['useMutation'],
              message: 'Use useCommand of @helpdesk/ui/query: it ignores a second click.',
            },
          ],
        },
      ],
      'no-console': 'off',
    },
  },
  ...withTypes,
  {
    // Tickets, staff and the remotes take the query cache of the page, not a copy of their own.
    files: bundled,
    rules: { 'no-restricted-imports': ['error', ownCache] },
  },
  {
    // A rule of its own: `no-restricted-imports` has other options in model/ and is off in some files.
    files: bundled,
    ignores: ['**/*.test.{ts,tsx}', '**/src/testing/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            {
              group: ['@helpdesk/auth/*', '@helpdesk/supabase/*'],
              message: 'Import the index: a subpath would bundle a second session or client into the remote.',
            },
          ],
        },
      ],
    },
  },
  {
    files: translatable.map((folder) => `${folder}/src/**/*.{ts,tsx}`),
    ignores: [
      '**/{texts,*-texts}.ts',
      ...textTables,
      '**/*.test.{ts,tsx}',
      '**/src/**/testing.{ts,tsx}',
      '**/src/testing/**',
    ],
    plugins: { texts: { rules: { 'in-texts-file': inTextsFile } } },
    rules: { 'texts/in-texts-file': 'error' },
  },
  {
    files: ['supabase/functions/**/*.ts'],
    ignores: [
      '**/{texts,*-texts}.ts',
      ...notTranslated,
      '**/*.test.ts',
      '**/*.fixtures.ts',
      '**/test-helpers.ts',
    ],
    plugins: { texts: { rules: { 'in-texts-file': inTextsFile } } },
    rules: {
      // A refusal has a code, for which the screens have the words; its own sentence is for logs and callers by hand.
      'texts/in-texts-file': ['error', { refusals: ['HttpError', 'ServiceError', 'failure', 'parseJson'] }],
    },
  },
  {
    files: ['apps/local-supabase/src/**/*.ts'],
    ignores: ['**/*.test.ts', '**/test-support/**', '**/{cli,deploy-check,hosted-database}/**'],
    plugins: { guards: { rules: { 'guarded-callbacks': guardedCallbacks } } },
    rules: { 'guards/guarded-callbacks': 'error' },
  },
  {
    files: ['{apps,libs}/*/src/**/*.tsx'],
    rules: { 'no-restricted-syntax': ['error', cutText] },
  },
  {
    files: [...translatable, 'libs/supabase'].map((folder) => `${folder}/src/**/*.{ts,tsx}`),
    ignores: [
      'libs/ui/src/clock/server-clock.ts',
      '**/*.test.{ts,tsx}',
      '**/src/**/testing.{ts,tsx}',
      '**/src/**/testing/**',
    ],
    // with the rule above, which this one replaces
    rules: { 'no-restricted-syntax': ['error', cutText, ...bareClocks] },
  },
  {
    // Each remote bundles these libraries, and an admin has two remotes on one page.
    files: ['libs/{tickets,staff}/src/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', '**/testing/**', '**/testing.tsx'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...bareClocks,
        ...[
          'CallExpression[callee.name="atom"]',
          'NewExpression[callee.name=/^(Weak)?(Map|Set)$/][arguments.length=0]',
        ].flatMap((created) => [
          moduleState(`Program > VariableDeclaration > VariableDeclarator > ${created}`),
          moduleState(
            `Program > ExportNamedDeclaration > VariableDeclaration > VariableDeclarator > ${created}`,
          ),
        ]),
        moduleState('Program > VariableDeclaration[kind="let"]'),
        cutText,
      ],
    },
  },
  {
    files: ['libs/ui/src/command/use-command.ts', '**/*.test.{ts,tsx}'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['{apps,libs}/*/src/model/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-imports': ['error', modelImports('../')] },
  },
  {
    files: ['{apps,libs}/*/src/model/*/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: { 'no-restricted-imports': ['error', modelImports('../../')] },
  },
  {
    files: ['{apps,libs}/*/src/api/**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}'],
    rules: { 'no-restricted-imports': ['error', { paths: [ownCache], patterns: [noScreens] }] },
  },
  {
    // What strangers send must not make an expression slow: time grows with the length of the text, not with its square.
    files: ['{apps,libs}/*/src/**/*.{ts,tsx,js,mjs}', 'supabase/functions/**/*.ts'],
    ignores: ['**/*.test.{ts,tsx}', '**/{testing,test-support}/**', 'libs/testing/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': 'error',
      'regexp/no-super-linear-move': ['error', { ignorePartial: false, ignoreSticky: false }],
    },
  },
  {
    files: ['**/*.{mjs,js}'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        URL: 'readonly',
        fetch: 'readonly',
        setTimeout: 'readonly',
        Buffer: 'readonly',
        AbortSignal: 'readonly',
        clearTimeout: 'readonly',
      },
    },
  },
  {
    files: ['apps/shell/public/*.js'],
    languageOptions: {
      globals: {
        Request: 'readonly',
        Response: 'readonly',
        addEventListener: 'readonly',
        caches: 'readonly',
        registration: 'readonly',
        skipWaiting: 'readonly',
      },
    },
  },
  prettier,
)
