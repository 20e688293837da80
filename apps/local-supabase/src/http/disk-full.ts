export const diskFullText = 'There is no space left on the disk of this server. Nothing was saved.'

/** PostgreSQL's disk_full, or the file system's own words for it. */
export function isDiskFull(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && ['53100', 'ENOSPC', 'EDQUOT'].includes(String(error.code))
  )
}
