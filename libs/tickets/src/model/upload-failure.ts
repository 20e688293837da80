import { failureText } from './errors'

const field = (error: unknown, name: 'status' | 'code'): unknown =>
  error instanceof Error && name in error ? Reflect.get(error, name) : undefined

/**
 * Explains why an upload failed and what the user can do.
 * @param online the browser's `navigator.onLine`
 */
export function uploadFailureText(error: unknown, online: boolean): string {
  const status = field(error, 'status')
  if (field(error, 'code') === 'network' && !online) {
    return 'You are offline. Retry once you are connected again.'
  }
  switch (status) {
    case 0:
      if (field(error, 'code') !== 'network') break
      return 'The connection was lost. Check it and retry.'
    case 401:
      return 'Your session has ended. Sign in again, then retry.'
    case 403:
      return 'You are not allowed to add this file.'
    case 413:
      return 'The file is too large for the server.'
    case 415:
      return 'The server does not accept this file: its content does not match its type.'
    case 429:
      return 'Too many uploads at the moment. Wait a moment, then retry.'
  }
  if (typeof status === 'number' && status >= 500) {
    return 'The server could not store the file. Try again in a moment.'
  }
  return failureText(error)
}
