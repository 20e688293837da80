import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { PORTAL_KEY } from '../release/portal-file'
import { ReleaseError } from '../release/release-error'
import { openTarget } from '../release/open-target'
import type { Target } from '../release/target'
import { parseRegistry } from '../src/registry'
import { contentSecurityPolicy } from './csp'

const USAGE =
  'npm run csp -- --to <folder | s3://bucket/prefix> --origin https://help.example.com [--format nginx | caddy] [--next <build of the shell>]'

const FORMATS: Record<string, (policy: string) => string> = {
  plain: (policy) => policy,
  nginx: (policy) => `add_header Content-Security-Policy "${policy}" always;`,
  caddy: (policy) => `header Content-Security-Policy "${policy}"`,
}

/**
 * The policy for the page and the registry of a target, as a line of a web server's configuration. With the build of the
 * next shell it allows the inline scripts of both pages.
 */
async function printPolicy(words: string[], env: NodeJS.ProcessEnv, cwd: string): Promise<string> {
  const text = { type: 'string' } as const
  const { values } = parseArgs({
    args: words,
    options: { to: text, origin: text, next: text, format: { ...text, default: 'plain' } },
  })
  const format = FORMATS[values.format]
  if (!values.to || !values.origin || !URL.canParse(values.origin) || !format) throw new ReleaseError(USAGE)
  const target = openTarget(values.to, env, cwd)
  const page = await read(target, 'index.html')
  const next = values.next ? await readPage(resolve(cwd, values.next)) : ''
  const portal = parseRegistry(JSON.parse(await read(target, PORTAL_KEY)))
  return format(contentSecurityPolicy(page + next, portal, new URL(values.origin).origin))
}

async function readPage(dist: string): Promise<string> {
  try {
    return await readFile(join(dist, 'index.html'), 'utf8')
  } catch (cause) {
    throw new ReleaseError(`${dist} has no index.html that can be read. Build the shell first.`, { cause })
  }
}

async function read(target: Target, key: string): Promise<string> {
  const stored = await target.read(key)
  if (!stored) throw new ReleaseError(`The target has no ${key}. Release the shell and a remote first.`)
  return stored.body.toString('utf8')
}

// npm changes to the checkout; INIT_CWD is the caller's folder.
printPolicy(process.argv.slice(2), process.env, process.env.INIT_CWD ?? process.cwd()).then(
  (policy) => process.stdout.write(`${policy}\n`),
  (error: unknown) => {
    if (!(error instanceof ReleaseError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  },
)
