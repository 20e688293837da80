export interface DiskError {
  code: 'disk_full' | 'disk_read_only'
  /** PostgreSQL's code. */
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

/** PostgreSQL reports a read-only disk as 42501, as it does a missing privilege. Only the message differs. */
const readOnly = /^could not .*: Read-only file system$/

/** Recognises disk errors of PostgreSQL and of the file system. */
export function findDiskError(error: unknown): DiskError | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  const code = String(error.code)
  if (['53100', 'ENOSPC', 'EDQUOT'].includes(code)) return diskFull
  if (code === 'EROFS' || (/^(42501|58)/.test(code) && readOnly.test(error.message))) return diskReadOnly
  return undefined
}
