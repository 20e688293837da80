import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/** Parts of the client that hold on to methods that nobody calls. */
const UNUSED_PARTS = ['admin', 'mfa', 'oauth', 'passkey']

/** AUTH_METHODS of `@helpdesk/supabase`, read as text: Node runs no TypeScript. */
function authMethods(): string[] {
  const file = createRequire(import.meta.url).resolve('@helpdesk/supabase/auth-methods')
  return [...readFileSync(file, 'utf8').matchAll(/'(\w+)'/g)].map(([, name = '']) => name)
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
      filter: { id: /auth-js\/dist\/module\/GoTrueClient\.js$/ },
      handler(code) {
        return { code: leanClient(code, this.parse(code).body), map: null }
      },
    },
  }
}

/**
 * @param code - the source of the client's class
 * @param nodes - its syntax tree
 * @returns the source without what is not reached
 * @throws Error when a used method or an unused part is not where it was
 */
export function leanClient(code: string, nodes: readonly unknown[]): string {
  const client = nodes.find((node): node is ClassNode => (node as Node).type === 'ClassDeclaration')
  if (!client) throw new Error('auth-js has no class where it had one: adjust build/lean-auth.ts')
  const methods = client.body.body.filter(({ type }) => type === 'MethodDefinition')
  const start = methods.find(({ kind }) => kind === 'constructor')
  const parts = (start?.value.body.body ?? []).filter(({ expression }) =>
    UNUSED_PARTS.includes(expression?.left?.property?.name ?? ''),
  )
  if (!start || parts.length !== UNUSED_PARTS.length)
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
  const queue: string[] = ['constructor', ...authMethods()]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    const text = textOf.get(name)
    if (text === undefined) throw new Error(`auth-js has no ${name}: adjust AUTH_METHODS`)
    if (reached.has(name)) continue
    reached.add(name)
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
