import { z } from 'zod'
import { ask, authHeaders, missing, ok, unknown, type Finding, type Target } from './project'

const name = 'ticket-attachments'
/** What the workspace's settings ask for. */
const limitsSchema = z.object({ max_file_bytes: z.number(), content_types: z.array(z.string()) })
const bucket = z.object({
  public: z.boolean(),
  file_size_limit: z.number().nullable(),
  allowed_mime_types: z.array(z.string()).nullable(),
})

/** Checks that the bucket is private and has the limits of the settings: `supabase seed buckets` and the dashboard change them too. */
export async function checkStorage(target: Target): Promise<Finding[]> {
  if (!target.secretKey) return [unknown('The bucket of attachments', 'Add --secret-key to check it.')]
  const headers = authHeaders(target.secretKey)
  const { body } = await ask(`${target.url}/storage/v1/bucket/${name}`, { headers })
  const found = bucket.safeParse(body).data
  if (!found) return [missing(`The bucket ${name}`, 'supabase db push --remote')]
  const answer = await ask(`${target.url}/rest/v1/rpc/file_limits`, { headers })
  const limits = limitsSchema.safeParse(answer.body).data
  if (!limits) return [missing('The limits of files', 'supabase db push --remote')]
  const wrong = [
    found.public && 'it is public',
    found.file_size_limit !== limits.max_file_bytes && `its size limit is ${found.file_size_limit}`,
    JSON.stringify([...(found.allowed_mime_types ?? [])].sort()) !==
      JSON.stringify([...limits.content_types].sort()) && 'its types differ from the settings',
  ].filter((reason) => reason !== false)
  return wrong.length > 0
    ? [
        missing(
          `The bucket ${name}: ${wrong.join(', ')}`,
          found.public
            ? 'Storage → the bucket → Edit → not public. In the SQL editor: select private.apply_file_limits()'
            : 'In the SQL editor: select private.apply_file_limits()',
        ),
      ]
    : [ok(`The bucket ${name} is private and limited`)]
}
