import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { expect, it } from 'vitest'

const entry = fileURLToPath(new URL('./index.ts', import.meta.url))

/** Package names whose code is in the chunks reached from the entry by static imports. */
async function staticPackages(): Promise<{ reached: string[]; later: string[] }> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      rollupOptions: { input: entry, preserveEntrySignatures: 'strict' },
    },
  })
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  const chunks = new Map(
    outputs.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])),
  )
  const reached = new Set<string>()
  const visit = (name: string) => {
    if (reached.has(name)) return
    reached.add(name)
    for (const next of chunks.get(name)?.imports ?? []) visit(next)
  }
  for (const [name, chunk] of chunks) if (chunk.isEntry) visit(name)
  const packages = (names: Iterable<string>) => [
    ...new Set(
      [...names]
        .flatMap((name) => chunks.get(name)?.moduleIds ?? [])
        .flatMap((id) => /node_modules\/(@supabase\/[^/]+)/.exec(id)?.[1] ?? []),
    ),
  ]
  return {
    reached: packages(reached),
    later: packages([...chunks.keys()].filter((name) => !reached.has(name))),
  }
}

it('loads no client with the entry, those of auth, data, storage and realtime on demand, supabase-js never', async () => {
  const { reached, later } = await staticPackages()
  expect(reached).toEqual([])
  expect(later.sort()).toEqual([
    '@supabase/auth-js',
    '@supabase/phoenix',
    '@supabase/postgrest-js',
    '@supabase/realtime-js',
    '@supabase/storage-js',
  ])
}, 30_000)
