import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/** What stays of a class: the methods that are called from outside; parts that only hold on to others are left out. */
interface Keep {
  methods: readonly string[]
  withoutParts: readonly string[]
}

/** AUTH_METHODS of `@helpdesk/supabase`, read as text: Node runs no TypeScript. */
function authMethods(): string[] {
  const file = createRequire(import.meta.url).resolve('@helpdesk/supabase/auth-methods')
  return [...readFileSync(file, 'utf8').matchAll(/'(\w+)'/g)].map(([, name = '']) => name)
}

/** For each module of auth-js with a class to be thinned out, what stays of it. */
export const keepOf = (file: string): Keep | undefined => {
  if (/GoTrueClient\.js$/.test(file))
    return { methods: authMethods(), withoutParts: ['mfa', 'oauth', 'passkey'] }
  // The client signs out through it.
  if (/GoTrueAdminApi\.js$/.test(file))
    return { methods: ['signOut'], withoutParts: ['mfa', 'oauth', 'customProviders', 'passkey'] }
  return undefined
}

interface Node {
  type: string
  start: number
  end: number
}
interface Method extends Node {
  kind: string
  key: { name?: string }
  value: { body: { body: (Node & { expression?: { left?: { property?: { name?: string } } } })[] } }
}
interface ClassNode extends Node {
  body: { body: Method[] }
}

/**
 * Leaves out of the auth client the methods that nothing can reach from those of AUTH_METHODS. A bundler cannot: a
 * method of a class may always be called by a name made up at run time.
 */
export function leanAuthPlugin(): Plugin {
  return {
    name: 'helpdesk-lean-auth',
    apply: 'build',
    transform: {
      filter: { id: /auth-js\/dist\/module\/GoTrue\w+\.js$/ },
      handler(code, id) {
        const keep = keepOf(id)
        return keep && { code: leanClass(code, this.parse(code).body, keep), map: null }
      },
    },
  }
}

/**
 * @param code - the source of the class
 * @param nodes - its syntax tree
 * @returns the source without what is not reached
 * @throws Error when a used method or a part is not where it was, or when a part is still used
 */
export function leanClass(
  code: string,
  nodes: readonly unknown[],
  { methods: wanted, withoutParts }: Keep,
): string {
  const declared = nodes.map((node) => (node as { declaration?: unknown }).declaration ?? node)
  const found = declared.find((node): node is ClassNode => (node as Node).type === 'ClassDeclaration')
  if (!found) throw new Error('auth-js has no class where it had one: adjust build/lean-auth.ts')
  const methods = found.body.body.filter(({ type }) => type === 'MethodDefinition')
  const start = methods.find(({ kind }) => kind === 'constructor')
  const parts = (start?.value.body.body ?? []).filter(({ expression }) =>
    withoutParts.includes(expression?.left?.property?.name ?? ''),
  )
  if (!start || parts.length !== withoutParts.length)
    throw new Error('auth-js sets up other parts than it did: adjust build/lean-auth.ts')

  const textOf = new Map(
    methods.map((method) => [
      method.key.name ?? '',
      method === start
        ? without(code.slice(0, method.end), parts).slice(method.start)
        : code.slice(method.start, method.end),
    ]),
  )
  const reached = new Set<string>()
  const queue: string[] = ['constructor', ...wanted]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const text = textOf.get(name)
    if (text === undefined) throw new Error(`auth-js has no ${name}: adjust AUTH_METHODS`)
    if (reached.has(name)) continue
    reached.add(name)
    const part = withoutParts.find((part) => new RegExp(`this\\.${part}\\b`).test(text))
    if (part) throw new Error(`auth-js needs ${part} in ${name}: adjust build/lean-auth.ts`)
    // any mention counts, also one of another object's method of the same name
    for (const [, mentioned = ''] of text.matchAll(/\.\s*(\w+)/g))
      if (textOf.has(mentioned)) queue.push(mentioned)
  }
  const unreached = methods.filter(({ key }) => !reached.has(key.name ?? ''))
  return without(code, [...unreached, ...parts])
}

/** The text with the nodes taken out. */
const without = (code: string, nodes: readonly Node[]): string =>
  [...nodes]
    .sort((a, b) => b.start - a.start)
    .reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), code)
