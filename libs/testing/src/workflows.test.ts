import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { parseDocument } from 'yaml'
import * as z from 'zod'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const folder = `${root}/.github/workflows`
const workflows = readdirSync(folder)
const scripts = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(`${root}/package.json`, 'utf8'))).scripts

const values = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
const shared = { name: z.string().optional(), id: z.string().optional(), env: values.optional() }
const step = z.union([
  // by commit: a tag may be moved to other code
  z.strictObject({
    ...shared,
    uses: z.string().regex(/^actions\/[\w-]+@[0-9a-f]{40}$/),
    with: values.optional(),
  }),
  // An expression in a script would be run as code: values are passed by `env`.
  z.strictObject({ ...shared, run: z.string().refine((code) => !code.includes('${{')) }),
])
const job = z.strictObject({
  name: z.string(),
  needs: z.string().optional(),
  if: z.string().optional(),
  'runs-on': z.string().regex(/^ubuntu-\d\d\.04$/),
  'timeout-minutes': z.number().max(60),
  environment: z.string().optional(),
  concurrency: z.string().optional(),
  strategy: z.strictObject({ 'fail-fast': z.boolean(), matrix: values }).optional(),
  outputs: z.record(z.string(), z.string()).optional(),
  env: values.optional(),
  steps: z.array(step).min(1),
})
const input = z.strictObject({
  description: z.string(),
  type: z.enum(['string', 'choice']),
  required: z.boolean().optional(),
  default: z.string().optional(),
  options: z.array(z.string()).optional(),
})
const event = z.strictObject({
  push: z.strictObject({ branches: z.array(z.string()) }).optional(),
  schedule: z.array(z.strictObject({ cron: z.string().regex(/^(\S+ ){4}\S+$/) })).optional(),
  // null: started by hand without inputs
  workflow_dispatch: z
    .strictObject({ inputs: z.record(z.string(), input) })
    .nullable()
    .optional(),
})
const workflow = z.strictObject({
  name: z.string(),
  // Never pull_request_target: it would give the secrets to the code of a pull request.
  on: z.union([z.literal('pull_request'), event]),
  permissions: z.strictObject({ contents: z.literal('read') }),
  concurrency: z.strictObject({ group: z.string(), 'cancel-in-progress': z.boolean() }).optional(),
  env: values.optional(),
  jobs: z.record(z.string(), job),
})

describe.each(workflows)('%s', (name) => {
  const text = readFileSync(`${folder}/${name}`, 'utf8')
  const document = parseDocument(text, { strict: true, uniqueKeys: true })
  const read = () => workflow.parse(document.toJS())

  it('is a workflow with minimal rights and pinned actions', () => {
    expect([...document.errors, ...document.warnings]).toEqual([])
    expect(workflow.safeParse(document.toJS()).error?.issues ?? []).toEqual([])
  })

  it('refers to jobs, steps and inputs that exist', () => {
    const { jobs, on } = read()
    const inputs = typeof on === 'object' ? Object.keys(on.workflow_dispatch?.inputs ?? {}) : []
    const ids = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ id }) => id ?? []))
    const outputs = Object.values(jobs).flatMap((each) => Object.keys(each.outputs ?? {}))
    const named = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, word]) => word)
    expect(Object.keys(jobs)).toEqual(expect.arrayContaining(named(/\bneeds\.(\w+)/g)))
    expect(Object.keys(jobs)).toEqual(
      expect.arrayContaining(Object.values(jobs).flatMap(({ needs }) => needs ?? [])),
    )
    expect(ids).toEqual(expect.arrayContaining(named(/\bsteps\.(\w+)/g)))
    expect(outputs).toEqual(expect.arrayContaining(named(/\bneeds\.\w+\.outputs\.(\w+)/g)))
    expect(inputs).toEqual(expect.arrayContaining(named(/\binputs\.(\w+)/g)))
  })

  it('runs commands that exist', () => {
    const code = Object.values(read().jobs)
      .flatMap(({ steps }) => steps.flatMap((each) => ('run' in each ? each.run : [])))
      .join('\n')
    const words = [...code.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, script]) => script)
    expect(Object.keys(scripts)).toEqual(expect.arrayContaining(words))
    const tools = [...code.matchAll(/npx ([\w-]+)/g)].map(([, tool]) => tool)
    for (const tool of tools) expect(existsSync(`${root}/node_modules/.bin/${tool}`), tool).toBe(true)
    expect(words.length + tools.length).toBeGreaterThan(0)
  })
})

it('signs the registry again several times before it expires', () => {
  const validDays = Number(
    /const VALID_DAYS = (\d+)/.exec(
      readFileSync(`${root}/libs/remote-contract/release/main.ts`, 'utf8'),
    )?.[1],
  )
  const { on, jobs } = workflow.parse(parseDocument(readFileSync(`${folder}/sign.yml`, 'utf8')).toJS())
  const [minute, hour, day, month, weekday] =
    (typeof on === 'object' && on.schedule?.[0]?.cron.split(' ')) || []
  // every week
  expect([minute, hour, day, month, weekday]).toEqual([
    expect.stringMatching(/^\d+$/),
    expect.stringMatching(/^\d+$/),
    '*',
    '*',
    expect.stringMatching(/^[0-6]$/),
  ])
  expect(validDays).toBeGreaterThanOrEqual(3 * 7)
  const commands = jobs['sign']?.steps.flatMap((each) => ('run' in each ? each.run : []))
  expect(commands?.join('\n')).toContain('npm run release -- sign --to "$TARGET"')
})

it('releases to everyone what was never released, and only after the target has answered', () => {
  const release = readFileSync(`${folder}/release.yml`, 'utf8')
  const decision = release.slice(release.indexOf('canary)'), release.indexOf('fi ;;'))
  // an assignment ends the script when the command fails; a pipe would not
  expect(decision).toMatch(/^ +live=\$\(npm run --silent release -- status --to "\$TARGET"\)$/m)
  expect(decision.indexOf('--canary')).toBeLessThan(decision.indexOf('else'))
})

it('rejects unpinned actions, injected expressions and more rights', () => {
  const check = (part: unknown, schema: z.ZodType) => schema.safeParse(part).success
  expect(check({ uses: 'actions/checkout@v4' }, step)).toBe(false)
  expect(check({ run: 'echo ${{ github.event.pull_request.title }}' }, step)).toBe(false)
  expect(check({ run: 'npm ci', runs: 'x' }, step)).toBe(false)
  expect(check({ run: 'npm ci' }, step)).toBe(true)
  expect(check({ contents: 'write' }, workflow.shape.permissions)).toBe(false)
})
