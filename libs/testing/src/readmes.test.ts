import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { remoteNames } from '@helpdesk/remote-contract/build'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const { scripts }: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(`${root}/package.json`, 'utf8'),
)

it.each(remoteNames())('the README of %s lists its folders and current commands', (name) => {
  const readme = readFileSync(`${root}/apps/${name}/README.md`, 'utf8')
  const folders = readdirSync(`${root}/apps/${name}/src`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
    .map((entry) => `src/${entry.name}`)
  const listed = [...readme.matchAll(/`(src\/[\w-]+)`/g)].map(([, folder]) => folder)
  expect(listed.sort()).toEqual(folders.sort())

  const commands = [...readme.matchAll(/npm run ([\w:-]+)/g)].map(([, script = '']) => script)
  expect(commands.length).toBeGreaterThan(0)
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(commands))
})

/** Files that a build or a person makes. */
const generated = /(^|\/)\.env$|^dist\/|^volumes\//

it('documents name only files that exist', () => {
  const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n')
  const missing: string[] = []
  let found = 0
  for (const document of documents)
    for (const [, path = ''] of readFileSync(`${root}/${document}`, 'utf8').matchAll(
      /`((?:[\w.-]+\/)+[\w.-]+\.[a-z]{2,4})`/g,
    )) {
      if (generated.test(path)) continue
      if (existsSync(`${root}/${path}`) || existsSync(`${root}/${dirname(document)}/${path}`)) found++
      else missing.push(`${document}: ${path}`)
    }
  expect(missing).toEqual([])
  expect(found).toBeGreaterThan(10)
})
