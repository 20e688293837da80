import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { expect, it } from 'vitest'

const moduleAt = (name: string) => JSON.stringify(new URL(name, import.meta.url).href)
/** As npm test does: prints the temporary folders of the command and of a tool that it runs. */
const script = `
  import { tmpdir } from 'node:os'
  import { run } from ${moduleAt('lib.mjs')}
  import { keepTemporaryFilesInMemory } from ${moduleAt('temporary-files.mjs')}
  keepTemporaryFilesInMemory()
  const { output } = await run(process.execPath, ['-p', 'os.tmpdir()'])
  process.stdout.write(JSON.stringify({ command: tmpdir(), tool: output.trim() }))
`

function folders(TMPDIR: string): unknown {
  const args = ['--input-type=module', '-e', script]
  const options = { env: { ...process.env, TMPDIR }, encoding: 'utf8' } as const
  return JSON.parse(spawnSync(process.execPath, args, options).stdout)
}

it('gives tools the temporary folder of the command, in memory where that is possible', () => {
  const found = folders('')
  expect(['/dev/shm', '/tmp', tmpdir()].map((folder) => ({ command: folder, tool: folder }))).toContainEqual(
    found,
  )
})

it('leaves a named folder', () =>
  expect(folders('/var/tmp')).toEqual({ command: '/var/tmp', tool: '/var/tmp' }))
