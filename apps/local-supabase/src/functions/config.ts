import { readFile } from 'node:fs/promises'
import { parse } from 'smol-toml'
import { z } from 'zod'

const configSchema = z.looseObject({
  functions: z.record(z.string(), z.looseObject({ verify_jwt: z.boolean().default(true) })).default({}),
})

/**
 * Reads `verify_jwt` of each function.
 * @returns a lookup by name; true without a section, as on hosted projects
 */
export async function readVerifyJwt(configFile: string): Promise<(name: string) => boolean> {
  const text = await readFile(configFile, 'utf8').catch(() => '')
  const { functions } = configSchema.parse(parse(text))
  const byName = new Map(Object.entries(functions))
  return (name) => byName.get(name)?.verify_jwt ?? true
}
