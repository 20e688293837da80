import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = (path: string): unknown => JSON.parse(readFileSync(`${root}${path}`, 'utf8'))

const lockSchema = z.object({
  lockfileVersion: z.literal(3),
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      license: z.string().optional(),
      link: z.boolean().optional(),
      dev: z.boolean().optional(),
      hasInstallScript: z.boolean().optional(),
    }),
  ),
})
const packages = Object.entries(lockSchema.parse(read('package-lock.json')).packages)
  .filter(([path, entry]) => path.includes('node_modules/') && !entry.link)
  .map(([path, entry]) => ({ path, name: path.replace(/^.*node_modules\//, ''), ...entry }))
const manifest = z.object({ allowScripts: z.record(z.string(), z.boolean()) }).parse(read('package.json'))

/** Licences allowed for run-time packages. */
const ALLOWED =
  /^(MIT|MIT-0|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|ISC|0BSD|Unlicense|CC0-1\.0|BlueOak-1\.0\.0)$/
const TOOLS_ONLY = /^(MPL-2\.0|Python-2\.0|CC-BY-4\.0)$/
/** Build and test tools, which never ship to a browser or a server. */
const TOOLS = /^(@axe-core\/playwright|axe-core|lightningcss(-[\w-]+)?|argparse|caniuse-lite)$/

/** Old packages of the S3 test server that state their licence in the readme alone. */
const README_ONLY: Record<string, string> = {
  'node_modules/humanize-number': 'MIT',
  'node_modules/only': 'MIT',
}

/** Whether a licence expression meets a rule: one alternative of OR, all parts of AND. */
const meets = (expression: string, rule: RegExp): boolean => {
  const unwrapped = expression.replace(/[()]/g, '')
  return unwrapped.includes(' OR ')
    ? unwrapped.split(' OR ').some((part) => rule.test(part.trim()))
    : unwrapped.split(' AND ').every((part) => rule.test(part.trim()))
}

function licenceOf(path: string, locked?: string): string {
  if (locked) return locked
  const file = `${path}/package.json`
  if (!existsSync(`${root}${file}`)) return 'not installed here'
  const { license, licenses } = z
    .object({ license: z.string().optional(), licenses: z.array(z.object({ type: z.string() })).optional() })
    .parse(read(file))
  return license ?? licenses?.map(({ type }) => type).join(' OR ') ?? README_ONLY[path] ?? 'none'
}

describe('the lockfile', () => {
  it('has an integrity hash for every package', () => {
    expect(packages.length).toBeGreaterThan(300)
    expect(
      packages.filter(({ integrity }) => !/^sha512-/.test(integrity ?? '')).map(({ path }) => path),
    ).toEqual([])
  })

  it('resolves packages over https and never from a repository', () => {
    expect(packages.filter(({ resolved }) => resolved && !/^https:\/\//.test(resolved))).toEqual([])
    expect(packages.filter(({ resolved }) => /^git|github\.com/.test(resolved ?? ''))).toEqual([])
  })

  it('lists install scripts of allowed packages only', () => {
    const scripts = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
    const allowed = Object.keys(manifest.allowScripts).filter((name) => manifest.allowScripts[name])
    expect([...new Set(scripts)].sort()).toEqual(allowed.sort())
  })
})

/** The contents of licences.md: run-time and development packages, by licence. */
function licenceList(): string {
  const section = (title: string, entries: typeof packages) => {
    const byLicence = new Map<string, Set<string>>()
    for (const { name, path, version, license } of entries) {
      const licence = licenceOf(path, license)
      byLicence.set(licence, (byLicence.get(licence) ?? new Set()).add(`${name} ${version ?? ''}`.trim()))
    }
    const lines = [...byLicence]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([licence, names]) => `### ${licence} (${names.size})\n\n${[...names].sort().join(' · ')}\n`)
    return `## ${title}\n\n${lines.join('\n')}`
  }
  return [
    '# Licences of the packages\n',
    'From `package-lock.json`; `npx vitest run src/supply-chain.test.ts -u` in `libs/testing` updates it. Each package',
    'contains the text of its licence. The portal itself is under the MIT licence.\n',
    section(
      'Run-time packages',
      packages.filter(({ dev }) => !dev),
    ),
    section(
      'Build and test packages',
      packages.filter(({ dev }) => dev),
    ),
  ].join('\n')
}

describe('licences', () => {
  it('match the list in licences.md', async () => {
    await expect(licenceList()).toMatchFileSnapshot('../licences.md')
  })

  it.each(['MIT OR GPL-3.0', 'MIT AND ISC', '(BSD-2-Clause OR MIT OR Apache-2.0)'])('allows %s', (text) =>
    expect(meets(text, ALLOWED)).toBe(true),
  )
  it.each(['GPL-3.0', 'MIT AND GPL-3.0', 'UNLICENSED'])('rejects %s', (text) =>
    expect(meets(text, ALLOWED)).toBe(false),
  )

  it('of all packages are allowed', () => {
    const disallowed = packages
      .map((entry) => ({ ...entry, licence: licenceOf(entry.path, entry.license) }))
      .filter(({ licence }) => licence !== 'not installed here')
      .filter(
        ({ licence, name }) => !meets(licence, ALLOWED) && !(TOOLS.test(name) && meets(licence, TOOLS_ONLY)),
      )
    expect(disallowed.map(({ name, licence }) => `${name}: ${licence}`)).toEqual([])
  })
})
