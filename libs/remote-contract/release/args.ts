import { parseArgs } from 'node:util'
import { ReleaseError } from './release-error'

export type Command =
  | {
      kind: 'release'
      name: string
      to: string
      canary: number | null
      ahead: boolean
      dist: string | null
      base: string
    }
  | { kind: 'promote' | 'rollback' | 'kill' | 'revive'; name: string; to: string }
  | { kind: 'sign'; to: string; adopt: boolean }
  | { kind: 'status'; to: string }
  | { kind: 'keys'; file: string }
  | { kind: 'help' }

export const HELP = `npm run release -- <remote> --to <folder | s3://bucket/prefix>   build, check, upload, release to everyone
  --canary <percent>   release to this share of the users; again with another number changes it
  --promote            release the canary to everyone
  --rollback           end the canary; without one, back to the release before
  --kill, --revive     turn the remote off for everyone, and on again
  --ahead              the remote may need a newer shell; users keep the release before until it is live
  --base <address>     address of the target in the browser; default /
  --dist <folder>      release this build; without it, builds first and checks the budgets
npm run release -- shell --to …              build and release the shell
npm run release -- status --to …             what is live
npm run release -- sign --to … [--adopt]     sign portal.json again; --adopt: whoever wrote it
npm run release -- keys --file <path>        make a key pair for signing`

const ACTIONS = ['promote', 'rollback', 'kill', 'revive'] as const

/** @throws ReleaseError that says what to write instead */
export function parseReleaseArgs(words: string[]): Command {
  const { values, positionals } = read(words)
  const [name, ...more] = positionals
  if (values.help || name === undefined) return { kind: 'help' }
  if (more.length > 0) throw new ReleaseError(`One remote at a time: ${name} or ${more.join(' or ')}?`)
  if (name === 'keys') return { kind: 'keys', file: given(values.file, '--file <path> for the private key') }
  const to = given(values.to, '--to <folder | s3://bucket/prefix>')
  if (name === 'status') return { kind: 'status', to }
  if (name === 'sign') return { kind: 'sign', to, adopt: values.adopt }
  const chosen = [...ACTIONS.filter((action) => values[action]), ...(values.canary ? ['canary'] : [])]
  if (chosen.length > 1) throw new ReleaseError(`Choose one: --${chosen.join(' or --')}`)
  const action = ACTIONS.find((candidate) => values[candidate])
  if (name === 'shell' && chosen.length > 0) throw new ReleaseError(`The shell has no --${chosen[0]}`)
  if (action) return { kind: action, name, to }
  return {
    kind: 'release',
    name,
    to,
    canary: values.canary === undefined ? null : percent(values.canary),
    ahead: values.ahead,
    dist: values.dist ?? null,
    base: base(values.base),
  }
}

function read(words: string[]) {
  const flag = { type: 'boolean', default: false } as const
  const text = { type: 'string' } as const
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        ...{ to: text, canary: text, file: text, dist: text, base: { ...text, default: '/' } },
        ...{
          promote: flag,
          rollback: flag,
          kill: flag,
          revive: flag,
          adopt: flag,
          ahead: flag,
        },
        help: { ...flag, short: 'h' },
      },
    })
  } catch (error) {
    throw new ReleaseError(error instanceof Error ? error.message : String(error))
  }
}

function given(value: string | undefined, what: string): string {
  if (!value) throw new ReleaseError(`Add ${what}`)
  return value
}

function percent(value: string): number {
  const number = Number(value)
  if (!(number > 0 && number <= 100)) throw new ReleaseError('--canary takes a share above 0 and up to 100')
  return number
}

function base(value: string): string {
  if (!/^(https?:\/\/[^\s/]+|\/(?!\/)|$)[^?#\s\\]*$/.test(value))
    throw new ReleaseError('--base takes an address like https://cdn.example.com/portal/ or a path like /')
  return value.endsWith('/') ? value : `${value}/`
}
