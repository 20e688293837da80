import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'smol-toml'
import { z } from 'zod'
import { ask, authHeaders, missing, ok, unknown, type Finding, type Target } from './project'

const name = 'ticket-attachments'
const wanted = z.object({
  storage: z.object({
    buckets: z.object({
      [name]: z.object({ file_size_limit: z.string(), allowed_mime_types: z.array(z.string()) }),
    }),
  }),
})
const bucket = z.object({
  public: z.boolean(),
  file_size_limit: z.number().nullable(),
  allowed_mime_types: z.array(z.string()).nullable(),
})
const bytes = (size: string) => Number.parseInt(size, 10) * (size.endsWith('KiB') ? 1024 : 1024 * 1024)

/** Checks that the bucket is private and has the limits of config.toml. */
export async function checkStorage(target: Target): Promise<Finding[]> {
  if (!target.secretKey) return [unknown('The bucket of attachments', 'Add --secret-key to check it.')]
  const { body } = await ask(`${target.url}/storage/v1/bucket/${name}`, {
    headers: authHeaders(target.secretKey),
  })
  const found = bucket.safeParse(body).data
  if (!found) return [missing(`The bucket ${name}`, 'supabase db push --remote')]
  const config = wanted.parse(parse(await readFile(join(target.supabaseDir, 'config.toml'), 'utf8')))
  const limits = config.storage.buckets[name]
  const wrong = [
    found.public && 'it is public',
    found.file_size_limit !== bytes(limits.file_size_limit) && `its size limit is ${found.file_size_limit}`,
    JSON.stringify([...(found.allowed_mime_types ?? [])].sort()) !==
      JSON.stringify([...limits.allowed_mime_types].sort()) && 'its types differ',
  ].filter((reason) => reason !== false)
  return wrong.length > 0
    ? [
        missing(
          `The bucket ${name}: ${wrong.join(', ')}`,
          'Storage → the bucket → Edit, as in supabase/config.toml',
        ),
      ]
    : [ok(`The bucket ${name} is private and limited`)]
}
