import type { AppError } from './app-error'
import { errorFromStatus } from './classify'
import { storageStatus } from './storage-status'

/** Shown instead of Storage's texts, which are written for developers. */
export const storageTexts: Readonly<Record<number, string>> = {
  401: 'Your session has ended. Sign in again, then retry.',
  403: 'You do not have access to this file.',
  404: 'This file does not exist, or you do not have access to it.',
  409: 'A file of this name is stored already.',
  413: 'The file is too large.',
  415: 'Files of this type are not accepted.',
  423: 'Files are not available at the moment. Try again in a moment.',
  429: 'Too many requests at the moment. Wait a moment, then retry.',
}
const passing = new Set([408, 423, 502, 503, 504, 544])

/**
 * The error for a failure of Storage, with a text of our own; an empty one where the status says nothing.
 * @param status the HTTP status
 * @param answer the body, parsed, or an error of storage-js
 */
export function errorFromStorage(status: number, answer: unknown): AppError {
  const actual = storageStatus(status, answer)
  const message = storageTexts[passing.has(actual) ? 423 : actual] ?? ''
  return errorFromStatus(actual, { message, code: 'storage_failed', cause: answer })
}
