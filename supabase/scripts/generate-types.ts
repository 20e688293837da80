import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { generateTypescript, sortGeneratorMetadata } from '@supabase/postgrest-typegen/generation'
import { introspect } from '@supabase/postgrest-typegen/introspection'
import postgres from 'postgres'
import { format, resolveConfig } from 'prettier'

/** The file that every client of the database is typed by. */
export const typesFile = fileURLToPath(new URL('../../libs/supabase/src/database.types.ts', import.meta.url))

/** The types of schema `public` as TypeScript source, read from the catalogue of the given database. */
export async function generateTypes(databaseUrl: string): Promise<string> {
  const db = postgres(databaseUrl, { max: 1, onnotice: () => {} })
  try {
    const metadata = await introspect(
      // The interface of a `pg` client, over the driver that this repository has.
      { query: async (text: string) => ({ rows: [...(await db.unsafe(text))] }) },
      { includedSchemas: ['public'] },
    )
    const source = await generateTypescript(sortGeneratorMetadata(metadata), {
      detectOneToOneRelationships: true,
      postgrestVersion: '13',
    })
    const note = '/* Generated from the database by `npm run types -w @helpdesk/database`. Do not edit. */'
    return await format(`${note}\n${source}`, { ...(await resolveConfig(typesFile)), filepath: typesFile })
  } finally {
    await db.end()
  }
}

async function main(databaseUrl: string | undefined) {
  if (!databaseUrl) throw new Error('DATABASE_URL names the migrated database to read')
  const source = await generateTypes(databaseUrl)
  if (source === (await readFile(typesFile, 'utf8').catch(() => ''))) return
  await writeFile(typesFile, source)
  process.stdout.write(`wrote ${typesFile}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.env.DATABASE_URL)
