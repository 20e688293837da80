import { z } from 'zod'

/** Text or Date, depending on the connection's type parsers. */
const time = z.union([z.string(), z.date()]).transform((value) => new Date(value).toISOString())

const metadataSchema = z
  .looseObject({
    eTag: z.string().optional(),
    size: z.coerce.number().optional(),
    mimetype: z.string().optional(),
    cacheControl: z.string().optional(),
    lastModified: z.string().optional(),
  })
  .nullable()

export const objectSchema = z.object({
  id: z.string(),
  bucket_id: z.string(),
  name: z.string(),
  version: z.string(),
  owner: z.string().nullish(),
  owner_id: z.string().nullish(),
  metadata: metadataSchema,
  user_metadata: z.record(z.string(), z.unknown()).nullish(),
  created_at: time,
  updated_at: time,
  last_accessed_at: time,
})
export type ObjectRow = z.infer<typeof objectSchema>

export const bucketSchema = z.object({
  id: z.string(),
  name: z.string(),
  owner: z.string().nullish(),
  public: z.boolean().nullish().transform(Boolean),
  file_size_limit: z.coerce.number().nullable(),
  allowed_mime_types: z.array(z.string()).nullable(),
  created_at: time,
  updated_at: time,
})
export type BucketRow = z.infer<typeof bucketSchema>

export const listedSchema = z.object({
  name: z.string(),
  id: z.string().nullable(),
  updated_at: time.nullable(),
  created_at: time.nullable(),
  last_accessed_at: time.nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
})

export const moveBody = z.strictObject({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationKey: z.string(),
})
export const removeBody = z.object({
  prefixes: z
    .array(z.union([z.string(), z.object({ name: z.string() }).transform((entry) => entry.name)]))
    .max(1000),
})
export const signBody = z.object({ expiresIn: z.number() })
export const signManyBody = z.object({ expiresIn: z.number(), paths: z.array(z.string()).max(500) })
export const listBody = z.object({
  prefix: z.string().nullish(),
  search: z.string().nullish(),
  limit: z.number().int().min(1).max(1000).default(100),
  offset: z.number().int().min(0).default(0),
  sortBy: z
    .object({
      column: z.enum(['name', 'updated_at', 'created_at', 'last_accessed_at']).default('name'),
      order: z.enum(['asc', 'desc']).default('asc'),
    })
    .nullish(),
})
export type ListQuery = z.infer<typeof listBody>
