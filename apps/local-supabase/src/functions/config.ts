import { readFile } from 'node:fs/promises'
import { parse } from 'smol-toml'
import { z } from 'zod'

const configSchema = z.looseObject({
  functions: z.record(z.string(), z.looseObject({ verify_jwt: z.boolean().default(true) })).default({}),
})

/**
 * Reads which functions check the caller's token before they run.
 * @returns asks by name; a function without a section is checked, as on hosted Supabase
 */
export async function readVerifyJwt(configFile: string): Promise<(name: string) => boolean> {
  const text = await readFile(configFile, 'utf8').catch(() => '')
  const { functions } = configSchema.parse(parse(text))
  return (name) => functions[name]?.verify_jwt ?? true
}
