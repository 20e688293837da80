import { plainErrorText, withReference } from '@helpdesk/ui'
import { failureToasts } from './errors'
import * as texts from './upload-texts'

const field = (error: unknown, name: 'status' | 'code'): unknown =>
  error instanceof Error && name in error ? Reflect.get(error, name) : undefined

/**
 * Explains why an upload failed and what the user can do, with the failure's reference.
 * @param online the browser's `navigator.onLine`
 */
export const uploadFailureText = (error: unknown, online: boolean): string =>
  withReference(explain(error, online), error)

function explain(error: unknown, online: boolean): string {
  const status = field(error, 'status')
  if (field(error, 'code') === 'network' && !online) {
    return texts.uploadOffline
  }
  switch (status) {
    case 0:
      if (field(error, 'code') !== 'network') break
      return texts.uploadConnectionLost
    case 401:
      return texts.uploadSessionEnded
    case 403:
      return texts.uploadForbidden
    case 413:
      return texts.uploadTooLarge
    case 415:
      return texts.uploadTypeRefused
    case 429:
      return texts.uploadTooMany
  }
  if (typeof status === 'number' && status >= 500) {
    return texts.uploadFailed
  }
  return plainErrorText(error, failureToasts.unknown.description)
}
