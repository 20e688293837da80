declare module '@20minutes/s3rver' {
  import type { IncomingHttpHeaders } from 'node:http'
  import type { Readable } from 'node:stream'

  namespace S3rver {
    interface StoredObject {
      content: Readable
      metadata: { etag: string }
    }
    interface Context {
      method: string
      path: string
      request: { headers: IncomingHttpHeaders }
      status: number
      body: unknown
      store: { getObject(bucket: string, key: string): Promise<StoredObject | null> }
    }
    type Middleware = (context: Context, next: () => Promise<unknown>) => Promise<unknown>
    interface Options {
      port: number
      address: string
      silent: boolean
      vhostBuckets: boolean
      directory: string
      configureBuckets: { name: string }[]
    }
  }
  class S3rver {
    constructor(options: S3rver.Options)
    middleware: S3rver.Middleware[]
    run(): Promise<{ port: number }>
    close(): Promise<void>
  }
  export = S3rver
}
