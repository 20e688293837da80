export interface DiskError {
  code: 'disk_full' | 'disk_read_only'
  /** What PostgreSQL calls it. */
  sqlState: string
  message: string
}

export const diskFull: DiskError = {
  code: 'disk_full',
  sqlState: '53100',
  message: 'There is no space left on the disk of this server. Nothing was saved.',
}
export const diskReadOnly: DiskError = {
  code: 'disk_read_only',
  sqlState: '58030',
  message: 'The disk of this server cannot be written any more. Nothing was saved.',
}

/** To PostgreSQL a disk that became read-only lacks a right, as if the person did: 42501. Its words tell. */
const readOnly = /^could not .*: Read-only file system$/

/** What is wrong with the disk, by PostgreSQL's or the file system's own words; undefined for any other error. */
export function findDiskError(error: unknown): DiskError | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const code = String(error.code)
  if (['53100', 'ENOSPC', 'EDQUOT'].includes(code)) return diskFull
  if (code === 'EROFS' || (/^(42501|58)/.test(code) && readOnly.test(error.message))) return diskReadOnly
  return undefined
}
