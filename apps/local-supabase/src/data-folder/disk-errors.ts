import { errorCode } from '../error-code'
import { StartError } from '../start-error'

const reasons: Record<string, string> = {
  ENOSPC: 'there is no space left on the disk. Make room',
  EDQUOT: 'the quota of this account is used up. Make room',
  EROFS: 'its file system is read-only. Make it writable',
  EACCES: 'this account may not write there. Change the rights',
  EPERM: 'this account may not write there. Change the rights',
  EIO: 'the disk reports an error. Check its health',
}

/**
 * Turns a disk error into a StartError; returns other errors unchanged.
 * @param what - what failed, as a sentence without its full stop
 */
export function explainDiskError(error: unknown, what: string): unknown {
  if (error instanceof StartError) return error
  const reason = reasons[errorCode(error)]
  if (reason) return new StartError(`${what}: ${reason}, or choose another place, and try again.`)
  return /No space left on device/.test(String(error))
    ? new StartError(`${what}: ${reasons.ENOSPC}, or choose another place, and try again.`)
    : error
}
