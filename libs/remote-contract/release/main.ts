import { resolve } from 'node:path'
import { HELP, parseReleaseArgs, type Command } from './args'
import { disable, promote, rollback, type Change } from './changes'
import { releaseRemote } from './release-remote'
import { releaseShell } from './release-shell'
import { ReleaseError } from './release-error'
import { createKeys, readSigner } from './signing'
import { describePortal, status } from './status'
import { openTarget } from './open-target'
import type { Target } from './target'
import { updatePortal, type UpdateOptions } from './update-portal'

/** Days until a signed registry expires; each release and `sign` starts them anew. */
const VALID_DAYS = 30

/** Runs a command and returns what to print. `cwd` resolves relative paths. */
export async function runRelease(words: string[], env: NodeJS.ProcessEnv, cwd: string): Promise<string> {
  const command = parseReleaseArgs(words)
  if (command.kind === 'help') return HELP
  if (command.kind === 'keys') return makeKeys(resolve(cwd, command.file))
  const target = openTarget(command.to, env, cwd)
  const keyFile = env.HELPDESK_RELEASE_KEY
  const options: UpdateOptions = {
    env,
    signer: keyFile ? readSigner(resolve(cwd, keyFile)) : null,
    days: VALID_DAYS,
  }
  if (command.kind === 'status') return status(target)
  if (command.kind === 'sign') return sign(command, target, options)
  if (command.kind !== 'release') return updatePortal(target, CHANGES[command.kind](command.name), options)
  const release = { ...command, dist: command.dist && resolve(cwd, command.dist) }
  return command.name === 'shell'
    ? releaseShell(release, target, options)
    : releaseRemote(release, target, options)
}

const CHANGES = {
  promote,
  rollback,
  kill: (name: string) => disable(name, true),
  revive: (name: string) => disable(name, false),
}

function makeKeys(file: string): string {
  const publicKey = createKeys(file)
  return `${file} is the private key: give it to those who release, as HELPDESK_RELEASE_KEY, and to nobody else.
Build the shell with the public key: HELPDESK_REGISTRY_KEY=${publicKey}`
}

async function sign(
  { adopt }: Extract<Command, { kind: 'sign' }>,
  target: Target,
  options: UpdateOptions,
): Promise<string> {
  if (!options.signer) throw new ReleaseError('Set HELPDESK_RELEASE_KEY to the private key.')
  const change: Change = (portal) => ({
    portal,
    message: `Signed for ${VALID_DAYS} days:\n${describePortal(portal)}\n`,
    changed: true,
  })
  return updatePortal(target, change, { ...options, adopt })
}

if (process.argv[1] === import.meta.filename) {
  // npm changes to the checkout; INIT_CWD is the caller's folder.
  runRelease(process.argv.slice(2), process.env, process.env.INIT_CWD ?? process.cwd()).then(
    (message) => process.stdout.write(`${message}\n`),
    (error: unknown) => {
      if (!(error instanceof ReleaseError)) throw error
      process.stderr.write(`${error.message}\n`)
      process.exitCode = 1
    },
  )
}
