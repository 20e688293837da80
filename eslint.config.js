import js from '@eslint/js'
import nx from '@nx/eslint-plugin'
import prettier from 'eslint-config-prettier'
import hooks from 'eslint-plugin-react-hooks'
import ts from 'typescript-eslint'

const contract = ['type:contract']
/** Who may import whom (both axes): see README, "How it is built". Apps never import apps. */
const depConstraints = [
  { sourceTag: 'type:contract', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'type:ui', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'type:client', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'scope:auth', onlyDependOnLibsWithTags: ['type:ui', 'type:client', 'type:testing'] },
  {
    sourceTag: 'scope:tickets',
    onlyDependOnLibsWithTags: ['type:ui', 'type:client', 'scope:auth', 'type:testing'],
  },
  {
    sourceTag: 'scope:admin',
    onlyDependOnLibsWithTags: ['type:ui', 'type:client', 'scope:auth', 'type:testing'],
  },
  // Nothing of administration reaches the browser of a customer or an agent.
  ...['scope:shell', 'scope:customer-portal', 'scope:agent-workspace', 'scope:tickets'].map((sourceTag) => ({
    sourceTag,
    notDependOnLibsWithTags: ['scope:admin'],
  })),
  {
    sourceTag: 'type:testing',
    onlyDependOnLibsWithTags: ['type:ui', 'type:client', 'type:feature', ...contract],
  },
  {
    sourceTag: 'scope:shell',
    onlyDependOnLibsWithTags: ['type:ui', 'type:client', 'type:feature', 'type:testing', ...contract],
  },
  {
    sourceTag: 'type:remote',
    onlyDependOnLibsWithTags: ['type:ui', 'type:feature', 'type:testing', ...contract],
  },
  { sourceTag: 'type:backend', onlyDependOnLibsWithTags: ['type:testing'] },
  { sourceTag: 'type:database', onlyDependOnLibsWithTags: ['type:testing', 'type:client'] },
  { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: ['type:testing'] },
]

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
        { enforceBuildableLibDependency: true, allow: [], depConstraints },
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
  {
    files: ['libs/ui/src/command/use-command.ts', '**/*.test.tsx'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    files: ['libs/*/src/model/**/*.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: ['react', 'react-dom', '@chakra-ui/*', '*.tsx'] }],
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
  prettier,
)
