export interface StoredFile {
  body: Buffer
  /** Changes with the content. */
  tag: string
}

/** HTTP headers of a file, in lower case. */
export type FileHeaders = Record<string, string>

/** Where releases are kept: files by key (`remotes/customer-portal/…`), written under conditions only. */
export interface Target {
  read(key: string): Promise<StoredFile | null>
  /** Writes a file whose key is free. Returns false, and writes nothing, if it is taken. */
  create(key: string, body: Buffer, headers: FileHeaders): Promise<boolean>
  /** Replaces a file that still has this tag. Returns false, and writes nothing, if it has another. */
  replace(key: string, body: Buffer, headers: FileHeaders, tag: string): Promise<boolean>
}
